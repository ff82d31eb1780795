package io.amoeba.streaming.protocol;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The tables that one node has truncated for clients, by id, each with the time of the last
 * TRUNCATE in milliseconds since 1970. The time of one table only grows, so it also distinguishes
 * two truncations. Bounded: beyond {@value #MOST} tables the oldest ones become {@link
 * #EVERY_TABLE}. Immutable.
 */
public record Truncations(SortedMap<UUID, Long> tables) {
  /** Stands for all tables. */
  public static final UUID EVERY_TABLE = new UUID(0, 0);

  public static final Truncations NONE = new Truncations(Collections.emptySortedMap());

  /** These and 256 acknowledgements still fit into one gossip value. */
  static final int MOST = 400;

  private static final String WHAT = "truncations";
  private static final String VERSION = "1";

  public Truncations {
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    if (tables.size() > MOST + 1) {
      throw new IllegalArgumentException(
          tables.size() + " truncated tables: want at most " + (MOST + 1));
    }
  }

  /**
   * These and one more.
   *
   * @param beganMillis when the TRUNCATE began
   */
  public Truncations with(UUID table, long beganMillis) {
    SortedMap<UUID, Long> next = new TreeMap<>(tables);
    next.put(table, Math.max(beganMillis, 1 + Math.max(time(table), time(EVERY_TABLE))));
    while (next.size() > MOST) {
      UUID oldest =
          next.keySet().stream()
              .filter(other -> !other.equals(EVERY_TABLE))
              .min(Comparator.comparing(next::get))
              .orElseThrow();
      next.merge(EVERY_TABLE, next.remove(oldest), Math::max);
    }
    return new Truncations(next);
  }

  /** Those of tables that are wanted, and not older than a time. */
  public Truncations keep(Predicate<UUID> wanted, long sinceMillis) {
    SortedMap<UUID, Long> kept = new TreeMap<>(tables);
    kept.entrySet()
        .removeIf(
            entry ->
                entry.getValue() < sinceMillis
                    || (!entry.getKey().equals(EVERY_TABLE) && !wanted.test(entry.getKey())));
    return new Truncations(kept);
  }

  /** Those that the others do not have, or have an older one of. */
  public Truncations after(Truncations others) {
    SortedMap<UUID, Long> news = new TreeMap<>(tables);
    news.entrySet().removeIf(entry -> entry.getValue() <= others.time(entry.getKey()));
    return new Truncations(news);
  }

  public boolean isEmpty() {
    return tables.isEmpty();
  }

  private long time(UUID table) {
    return tables.getOrDefault(table, 0L);
  }

  /** A line of text for a file. */
  public String encode() {
    return FieldText.withChecksum(VERSION + ';' + entries());
  }

  /** Throws {@link MalformedTextException} on anything that {@link #encode} does not write. */
  public static Truncations decode(String text) {
    FieldText fields = FieldText.readChecked(WHAT, text, VERSION, 2);
    return fields.build(() -> read(fields, 1));
  }

  /** As {@code table=time} between bars, for one field of a text. */
  String entries() {
    return tables.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining("|"));
  }

  /** Of a field that {@link #entries} has written. */
  static Truncations read(FieldText fields, int field) {
    SortedMap<UUID, Long> tables = new TreeMap<>();
    if (fields.text(field).isEmpty()) {
      return NONE;
    }
    for (String entry : FieldText.split(fields.text(field), '|')) {
      int end = entry.indexOf('=');
      if (end < 0) {
        throw new MalformedTextException(WHAT + ": an entry of the wrong form");
      }
      UUID table = fields.uuid(entry.substring(0, end));
      if (!tables.isEmpty() && tables.lastKey().compareTo(table) >= 0) {
        throw new MalformedTextException(WHAT + ": tables are not in ascending order");
      }
      tables.put(table, fields.number(entry.substring(end + 1), Long.MAX_VALUE - 1));
    }
    return new Truncations(tables);
  }

  /** Of each table the last one of all. */
  public static SortedMap<UUID, Long> latest(Iterable<Truncations> all) {
    SortedMap<UUID, Long> latest = new TreeMap<>();
    for (Truncations some : all) {
      for (Map.Entry<UUID, Long> entry : some.tables.entrySet()) {
        latest.merge(entry.getKey(), entry.getValue(), Math::max);
      }
    }
    return latest;
  }
}
