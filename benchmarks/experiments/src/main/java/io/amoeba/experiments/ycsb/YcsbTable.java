package io.amoeba.experiments.ycsb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
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
  private final int fieldLength;

  private YcsbTable(
      CqlSession session,
      PreparedStatement insert,
      PreparedStatement read,
      List<PreparedStatement> updates,
      int fieldLength) {
    this.session = session;
    this.insert = insert;
    this.read = read;
    this.updates = List.copyOf(updates);
    this.fieldLength = fieldLength;
  }

  /**
   * Connects; creates the table if it is not there.
   *
   * @param alone whether only this node is asked, and asks no more replicas than it must
   * @param fieldLength characters of a field
   */
  static YcsbTable open(String contact, Consistency consistency, boolean alone, int fieldLength) {
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
    InetSocketAddress address = new InetSocketAddress(contact, CQL_PORT);
    CqlSessionBuilder builder =
        CqlSession.builder().withConfigLoader(config).addContactPoint(address);
    if (alone) {
      builder.withNodeDistanceEvaluator(
          (node, datacenter) ->
              node.getEndPoint().resolve().equals(address) ? null : NodeDistance.IGNORED);
    }
    CqlSession session = builder.build();
    boolean opened = false;
    try {
      create(session, alone);
      YcsbTable table = prepared(session, fieldLength);
      opened = true;
      return table;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private static void create(CqlSession session, boolean alone) {
    session.execute(YcsbSchema.CREATE_KEYSPACE);
    session.execute(YcsbSchema.CREATE_TABLE);
    if (alone) {
      session.execute(YcsbSchema.ALTER_TABLE_ASK_ONCE);
    }
  }

  private static YcsbTable prepared(CqlSession session, int fieldLength) {
    return new YcsbTable(
        session,
        session.prepare(YcsbSchema.INSERT),
        session.prepare(YcsbSchema.SELECT),
        YcsbSchema.FIELDS.stream().map(field -> session.prepare(YcsbSchema.update(field))).toList(),
        fieldLength);
  }

  void insert(String key, RandomGenerator random) {
    List<Object> values = new ArrayList<>();
    values.add(key);
    YcsbSchema.FIELDS.forEach(field -> values.add(YcsbSchema.text(random, fieldLength)));
    session.execute(insert.bind(values.toArray()));
  }

  /** Reads the whole row; one that is not there is an error, since all were written. */
  void read(String key) {
    if (session.execute(read.bind(key)).one() == null) {
      throw new MissingRowException(key);
    }
  }

  void update(String key, RandomGenerator random) {
    session.execute(
        updates
            .get(random.nextInt(updates.size()))
            .bind(YcsbSchema.text(random, fieldLength), key));
  }

  @Override
  public void close() {
    session.close();
  }
}
