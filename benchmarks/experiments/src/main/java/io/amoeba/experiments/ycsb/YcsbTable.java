package io.amoeba.experiments.ycsb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** YCSB's table, ten fields of 100 characters, three replicas. Safe for concurrent use. */
final class YcsbTable implements AutoCloseable {
  static final String KEYSPACE = "ycsb";
  static final String TABLE = "usertable";

  private static final int FIELDS = 10;
  private static final int FIELD_LENGTH = 100;
  private static final int REPLICAS = 3;
  private static final int CQL_PORT = 9042;
  private static final int FIRST_CHARACTER = ' ';
  private static final int AFTER_LAST_CHARACTER = '~';

  /** Longer than the servers' own timeouts, so that it is they who give up. */
  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private final CqlSession session;
  private final PreparedStatement insert;
  private final PreparedStatement read;
  private final List<PreparedStatement> updates;

  private YcsbTable(
      CqlSession session,
      PreparedStatement insert,
      PreparedStatement read,
      List<PreparedStatement> updates) {
    this.session = session;
    this.insert = insert;
    this.read = read;
    this.updates = List.copyOf(updates);
  }

  /** Connects; creates the table if it is not there. */
  static YcsbTable open(String contact, Consistency consistency) {
    DriverConfigLoader config =
        DriverConfigLoader.programmaticBuilder()
            .withString(
                DefaultDriverOption.REQUEST_CONSISTENCY,
                DefaultConsistencyLevel.valueOf(consistency.name()).name())
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
            // Everything here may be done twice.
            .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, true)
            .withClass(
                DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                DcInferringLoadBalancingPolicy.class)
            .build();
    CqlSession session =
        CqlSession.builder()
            .withConfigLoader(config)
            .addContactPoint(new InetSocketAddress(contact, CQL_PORT))
            .build();
    boolean opened = false;
    try {
      create(session);
      YcsbTable table = prepared(session);
      opened = true;
      return table;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private static void create(CqlSession session) {
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
            .formatted(KEYSPACE, REPLICAS));
    String fields =
        IntStream.range(0, FIELDS)
            .mapToObj(field -> "field" + field + " text")
            .collect(Collectors.joining(", "));
    session.execute(
        "CREATE TABLE IF NOT EXISTS %s.%s (y_id text PRIMARY KEY, %s)"
            .formatted(KEYSPACE, TABLE, fields));
  }

  private static YcsbTable prepared(CqlSession session) {
    String table = KEYSPACE + "." + TABLE;
    List<String> fields = IntStream.range(0, FIELDS).mapToObj(field -> "field" + field).toList();
    return new YcsbTable(
        session,
        session.prepare(
            "INSERT INTO %s (y_id, %s) VALUES (?%s)"
                .formatted(table, String.join(", ", fields), ", ?".repeat(FIELDS))),
        session.prepare("SELECT * FROM %s WHERE y_id = ?".formatted(table)),
        fields.stream()
            .map(
                field ->
                    session.prepare("UPDATE %s SET %s = ? WHERE y_id = ?".formatted(table, field)))
            .toList());
  }

  void insert(String key, RandomGenerator random) {
    List<Object> values = new ArrayList<>();
    values.add(key);
    for (int field = 0; field < FIELDS; field++) {
      values.add(text(random));
    }
    session.execute(insert.bind(values.toArray()));
  }

  /** Reads the whole row; one that is not there is an error, since all were written. */
  void read(String key) {
    if (session.execute(read.bind(key)).one() == null) {
      throw new MissingRowException(key);
    }
  }

  void update(String key, RandomGenerator random) {
    session.execute(updates.get(random.nextInt(FIELDS)).bind(text(random), key));
  }

  /** Characters that no compression makes much smaller. */
  private static String text(RandomGenerator random) {
    StringBuilder text = new StringBuilder(FIELD_LENGTH);
    for (int i = 0; i < FIELD_LENGTH; i++) {
      text.append((char) random.nextInt(FIRST_CHARACTER, AFTER_LAST_CHARACTER));
    }
    return text.toString();
  }

  @Override
  public void close() {
    session.close();
  }
}
