package io.amoeba.streaming.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a member with the agent gossips about itself, in one application state.
 *
 * @param agentVersion the agent's version, for people
 * @param protocolVersion the version of the announcements it understands
 * @param release Cassandra's release line, as "5.0"
 * @param acknowledgements by the joining node's host id; its address may change
 * @param truncations by TRUNCATE statements that it has coordinated and answered; an
 *     acknowledgement in the same state comes after all that began before it
 */
public record MemberState(
    String agentVersion,
    int protocolVersion,
    String release,
    SortedMap<UUID, Acknowledgement> acknowledgements,
    Truncations truncations) {

  /** The version of the protocol of this code. */
  public static final int PROTOCOL_VERSION = 1;

  private static final int MAX_NAME = 128;

  public MemberState {
    acknowledgements = Collections.unmodifiableSortedMap(new TreeMap<>(acknowledgements));
    requirePlain("agent version", agentVersion);
    requirePlain("release", release);
    if (protocolVersion < 0) {
      throw new IllegalArgumentException(
          "protocol version " + protocolVersion + ": want 0 or more");
    }
  }

  /** Gossip shares one line of text: nothing in it may look like a separator of the codec. */
  private static void requirePlain(String what, String text) {
    boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f && ";|=,".indexOf(c) < 0);
    if (!plain || text.isEmpty() || text.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          what
              + " of "
              + text.length()
              + " characters: want 1 to "
              + MAX_NAME
              + " printable ASCII characters without ; | = and ,");
    }
  }
}
