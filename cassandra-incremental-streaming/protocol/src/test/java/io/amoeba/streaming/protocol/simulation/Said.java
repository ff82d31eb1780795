package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Truncations;
import java.util.SortedMap;
import java.util.UUID;

/** What a member with the agent gossips of itself, in one value. */
record Said(SortedMap<UUID, Acknowledgement> byHost, Truncations truncations) {}
