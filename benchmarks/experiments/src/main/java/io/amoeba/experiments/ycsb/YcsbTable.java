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

/** {@link YcsbSchema} on a cluster. Safe for concurrent use. */
final class YcsbTable implements AutoCloseable {
  private static final int CQL_PORT = 9042;

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
    session.execute(YcsbSchema.CREATE_KEYSPACE);
    session.execute(YcsbSchema.CREATE_TABLE);
  }

  private static YcsbTable prepared(CqlSession session) {
    return new YcsbTable(
        session,
        session.prepare(YcsbSchema.INSERT),
        session.prepare(YcsbSchema.SELECT),
        YcsbSchema.FIELDS.stream()
            .map(field -> session.prepare(YcsbSchema.update(field)))
            .toList());
  }

  void insert(String key, RandomGenerator random) {
    List<Object> values = new ArrayList<>();
    values.add(key);
    YcsbSchema.FIELDS.forEach(field -> values.add(YcsbSchema.text(random)));
    session.execute(insert.bind(values.toArray()));
  }

  /** Reads the whole row; one that is not there is an error, since all were written. */
  void read(String key) {
    if (session.execute(read.bind(key)).one() == null) {
      throw new MissingRowException(key);
    }
  }

  void update(String key, RandomGenerator random) {
    session.execute(updates.get(random.nextInt(updates.size())).bind(YcsbSchema.text(random), key));
  }

  @Override
  public void close() {
    session.close();
  }
}
