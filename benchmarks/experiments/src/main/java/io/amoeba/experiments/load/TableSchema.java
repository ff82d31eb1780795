package io.amoeba.experiments.load;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table of YCSB, ten fields, three replicas. Stateless. */
public final class TableSchema {
  public static final String KEYSPACE = "bench";

  public static final String TABLE = "usertable";

  static final List<String> FIELDS =
      IntStream.range(0, 10).mapToObj(field -> "field" + field).toList();

  static final String CREATE_KEYSPACE =
      "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}"
          .formatted(KEYSPACE);

  static final String CREATE_TABLE =
      "CREATE TABLE IF NOT EXISTS %s.%s (y_id text PRIMARY KEY, %s)"
          .formatted(
              KEYSPACE,
              TABLE,
              FIELDS.stream().map(field -> field + " text").collect(Collectors.joining(", ")));

  static final String INSERT =
      "INSERT INTO %s.%s (y_id, %s) VALUES (?%s)"
          .formatted(KEYSPACE, TABLE, String.join(", ", FIELDS), ", ?".repeat(FIELDS.size()));

  static final String SELECT = "SELECT * FROM %s.%s WHERE y_id = ?".formatted(KEYSPACE, TABLE);

  /** Characters of a field in YCSB. */
  public static final int FIELD_LENGTH = 100;

  /** A slow read contacts no second replica. */
  static final String ALTER_TABLE_ASK_ONCE =
      "ALTER TABLE %s.%s WITH speculative_retry = 'NEVER'".formatted(KEYSPACE, TABLE);

  private static final int FIRST_CHARACTER = ' ';
  private static final int AFTER_LAST_CHARACTER = '~';

  private TableSchema() {}

  static String update(String field) {
    return "UPDATE %s.%s SET %s = ? WHERE y_id = ?".formatted(KEYSPACE, TABLE, field);
  }

  /** Characters that no compression makes much smaller. */
  static String text(RandomGenerator random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(FIRST_CHARACTER, AFTER_LAST_CHARACTER));
    }
    return text.toString();
  }
}
