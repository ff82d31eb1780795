package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Announcement;
import java.util.UUID;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * A join of another node that goes on.
 *
 * @param endpoint where the host is now
 * @param last what it has announced last
 */
public record KnownJoin(UUID host, InetAddressAndPort endpoint, Announcement last) {}
