package io.amoeba.streaming.compat;

import static io.amoeba.streaming.compat.Descriptors.*;

import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.SymbolReference;
import io.amoeba.agentkit.symbols.Target;
import java.util.List;

/** Everything that the agent patches, or reads by reflection, for each Cassandra release line. */
public final class TargetSymbols {

  private static final String ADVICE = "io.amoeba.streaming.advice.";

  /** Cassandra 5.0. Another line gets a list of its own. */
  public static final ReleaseSymbols CASSANDRA_5_0 =
      new ReleaseSymbols(
          "5.0",
          List.of(
              on(DAEMON, "setupVirtualKeyspaces", "()V", "StartAdvice$Views", "operators' table"),
              on(
                  STORAGE,
                  "populateTokenMetadata",
                  "()V",
                  "StartAdvice$RingLoaded",
                  "a restarted joining node serves its finished tokens"),
              on(
                  GOSSIPER,
                  "start",
                  "(ILjava/util/Map;)V",
                  "StartAdvice$GossipStart",
                  "the first gossip message says what the node holds"),
              on(
                  GOSSIPER,
                  "doShadowRound",
                  "(Ljava/util/Set;)Ljava/util/Map;",
                  "StartAdvice$ShadowRound",
                  "no second join at a time"),
              on(
                  GOSSIPER,
                  "isSafeForStartup",
                  "(" + ENDPOINT + "Ljava/util/UUID;ZLjava/util/Map;)Z",
                  "StartAdvice$SafeForStartup",
                  "a joining node continues after a start without the agent"),
              on(
                  STORAGE,
                  "onChange",
                  "(" + ENDPOINT + STATE + VALUE + ")V",
                  "RingAdvice$OnChange",
                  "PARTIAL_JOIN"),
              on(
                  STORAGE,
                  "excise",
                  "(Ljava/util/Collection;" + ENDPOINT + ")V",
                  "RingAdvice$Excise",
                  "plans of removed nodes are void"),
              on(
                  TOKENS,
                  "pendingEndpointsForToken",
                  "(" + TOKEN + "Ljava/lang/String;)" + ENDPOINTS_FOR_TOKEN,
                  "RingAdvice$Pending",
                  "losing replicas take writes until reads have moved"),
              on(
                  TOKENS,
                  "isTokenInLocalPendingRange",
                  "(Ljava/lang/String;" + TOKEN + ")Z",
                  "RingAdvice$LocalPending",
                  "losing replicas take writes until reads have moved"),
              on(
                  GOSSIPER,
                  "isSilentShutdownState",
                  "(" + ENDPOINT_STATE + ")Z",
                  "RingAdvice$SilentShutdown",
                  "a joining node stops without a word"),
              on(
                  GOSSIPER,
                  "getFatClientTimeoutForEndpoint",
                  "(" + ENDPOINT_STATE + ")J",
                  "RingAdvice$FatClient",
                  "pending tokens are not forgotten"),
              on(
                  READS,
                  "doVerb",
                  "(" + MESSAGE + ")V",
                  "ReadAdvice",
                  "reads only where a node has the data"),
              on(
                  STORAGE,
                  "shouldBootstrap",
                  "()Z",
                  "JoinAdvice$ShouldBootstrap",
                  "a restarted joining node continues"),
              on(
                  STORAGE,
                  "prepareForBootstrap",
                  "(JJ)Ljava/util/Collection;",
                  "JoinAdvice$Prepare",
                  "a restarted joining node keeps its tokens"),
              on(
                  STORAGE,
                  "bootstrap",
                  "(Ljava/util/Collection;J)Z",
                  "JoinAdvice$Bootstrap",
                  "the incremental join"),
              on(
                  STORAGE,
                  "resumeBootstrap",
                  "()Z",
                  "JoinAdvice$Resume",
                  "nodetool bootstrap resume"),
              on(
                  DISKS,
                  "getLocalRanges",
                  "(" + TABLE + TOKEN_METADATA + ")" + RANGES_AT_ENDPOINT,
                  "JoinAdvice$DiskRanges",
                  "disk boundaries of the final ranges"),
              on(
                  SESSION,
                  "progress",
                  "(Ljava/lang/String;" + DIRECTION + "JJJ)V",
                  "StreamAdvice$Progress",
                  "rate limit of the joining node"),
              on(
                  SESSION,
                  "prepareAsync",
                  "(Ljava/util/Collection;Ljava/util/Collection;)V",
                  "StreamAdvice$Wanted",
                  "no other bootstrap during a join"),
              on(
                  PAXOS_PREPARE,
                  "prepare",
                  "("
                      + SHARED_CONTEXT
                      + "Lorg/apache/cassandra/schema/TableId;Ljava/util/Collection;"
                      + ENDPOINT_STATE
                      + "Ljava/util/Collection;)L"
                      + internal(PAXOS_PREPARE)
                      + ";",
                  "PaxosAdvice",
                  "what a joining node gossips does not change in a message"),
              on(
                  WRITES,
                  "processMessage",
                  "(" + MESSAGE + ENDPOINT + ")V",
                  "WriteAdvice",
                  "no writes by coordinators that do not see what has moved"),
              on(
                  RECEIVER,
                  "finished",
                  "()V",
                  "StreamAdvice$Received",
                  "nothing comes after a session's end"),
              on(
                  PROXY,
                  "truncateBlocking",
                  "(Ljava/lang/String;Ljava/lang/String;)V",
                  "TruncateAdvice$Coordinate",
                  "a joining node deletes what was truncated"),
              on(
                  STORAGE,
                  "getLiveRingMembers",
                  "(Z)Ljava/util/Set;",
                  "TruncateAdvice$Members",
                  "a joining node deletes what was truncated"),
              on(
                  IMPORTER,
                  "importNewSSTables",
                  "(Lorg/apache/cassandra/db/SSTableImporter$Options;)Ljava/util/List;",
                  "VetoAdvice$Import",
                  "veto during a join"),
              on(STORAGE, "decommission", "(Z)V", "VetoAdvice$Decommission", "veto during a join"),
              on(STORAGE, "move", "(Ljava/lang/String;)V", "VetoAdvice$Move", "veto during a join"),
              on(
                  STORAGE,
                  "forceKeyspaceCleanup",
                  "(ILjava/lang/String;[Ljava/lang/String;)I",
                  "VetoAdvice$Cleanup",
                  "veto during a join"),
              on(
                  STORAGE,
                  "repairAsync",
                  "(Ljava/lang/String;Ljava/util/Map;)I",
                  "VetoAdvice$Repair",
                  "veto during a join"),
              ifPresent(
                  AUTO_REPAIR,
                  "repair",
                  "(" + REPAIR_TYPE + ")V",
                  "VetoAdvice$AutoRepair",
                  "postponed during a join"),
              on(
                  STORAGE,
                  "removeNode",
                  "(Ljava/lang/String;)V",
                  "VetoAdvice$RemoveNode",
                  "veto during a join, except of the joining node"),
              on(
                  GOSSIPER,
                  "assassinateEndpoint",
                  "(Ljava/lang/String;)V",
                  "VetoAdvice$Assassinate",
                  "veto during a join")),
          List.of(
              new SymbolReference(internal(STORAGE), "bootstrapTokens", "Ljava/util/Collection;"),
              new SymbolReference(
                  internal(CALLBACKS), "callbacks", "Ljava/util/concurrent/ConcurrentMap;"),
              new SymbolReference(internal(RECEIVER), "session", "L" + internal(SESSION) + ";"),
              new SymbolReference(internal(STORAGE), "notifyJoined", "(" + ENDPOINT + ")V"),
              new SymbolReference(internal(STORAGE), "progressSupport", PROGRESS_SUPPORT),
              new SymbolReference(
                  internal(SNITCH), "samples", "Ljava/util/concurrent/ConcurrentHashMap;"),
              new SymbolReference(
                  internal(TOKENS), "lock", "Ljava/util/concurrent/locks/ReadWriteLock;")));

  private TargetSymbols() {}

  private static Target on(
      String type, String method, String descriptor, String advice, String purpose) {
    return new Target(type, method, descriptor, ADVICE + advice, purpose, false);
  }

  private static Target ifPresent(
      String type, String method, String descriptor, String advice, String purpose) {
    return new Target(type, method, descriptor, ADVICE + advice, purpose, true);
  }

  private static String internal(String type) {
    return type.replace('.', '/');
  }
}
