package io.amoeba.streaming.compat;

/** Names and descriptors of Cassandra's classes, as class files write them. */
final class Descriptors {

  private static final String ROOT = "org.apache.cassandra.";

  static final String DAEMON = ROOT + "service.CassandraDaemon";
  static final String STORAGE = ROOT + "service.StorageService";
  static final String GOSSIPER = ROOT + "gms.Gossiper";
  static final String TOKENS = ROOT + "locator.TokenMetadata";
  static final String SNITCH = ROOT + "locator.DynamicEndpointSnitch";
  static final String READS = ROOT + "db.ReadCommandVerbHandler";
  static final String WRITES = ROOT + "db.AbstractMutationVerbHandler";
  static final String DISKS = ROOT + "db.DiskBoundaryManager";

  /** Not in 5.0.6 yet, but in 5.0.9. */
  static final String AUTO_REPAIR = ROOT + "repair.autorepair.AutoRepair";

  static final String CALLBACKS = ROOT + "net.RequestCallbacks";
  static final String PAXOS_PREPARE = ROOT + "service.paxos.cleanup.PaxosStartPrepareCleanup";
  static final String PROXY = ROOT + "service.StorageProxy";
  static final String IMPORTER = ROOT + "db.SSTableImporter";
  static final String RECEIVER = ROOT + "db.streaming.CassandraStreamReceiver";
  static final String SESSION = ROOT + "streaming.StreamSession";

  static final String ENDPOINT = "Lorg/apache/cassandra/locator/InetAddressAndPort;";
  static final String STATE = "Lorg/apache/cassandra/gms/ApplicationState;";
  static final String VALUE = "Lorg/apache/cassandra/gms/VersionedValue;";
  static final String ENDPOINT_STATE = "Lorg/apache/cassandra/gms/EndpointState;";
  static final String TOKEN = "Lorg/apache/cassandra/dht/Token;";
  static final String MESSAGE = "Lorg/apache/cassandra/net/Message;";
  static final String TABLE = "Lorg/apache/cassandra/db/ColumnFamilyStore;";
  static final String TOKEN_METADATA = "Lorg/apache/cassandra/locator/TokenMetadata;";
  static final String ENDPOINTS_FOR_TOKEN = "Lorg/apache/cassandra/locator/EndpointsForToken;";
  static final String RANGES_AT_ENDPOINT = "Lorg/apache/cassandra/locator/RangesAtEndpoint;";

  static final String SHARED_CONTEXT = "Lorg/apache/cassandra/repair/SharedContext;";
  static final String PROGRESS_SUPPORT =
      "Lorg/apache/cassandra/utils/progress/jmx/JMXProgressSupport;";
  static final String REPAIR_TYPE =
      "Lorg/apache/cassandra/repair/autorepair/AutoRepairConfig$RepairType;";
  static final String DIRECTION = "Lorg/apache/cassandra/streaming/ProgressInfo$Direction;";

  private Descriptors() {}
}
