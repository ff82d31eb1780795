package io.amoeba.hints.settings;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/**
 * Tables whose reads are no hints: system tables, virtual ones, and those that an operator
 * excludes. Safe for concurrent use; the names are immutable.
 */
final class TablesWithoutHints {

  /*
   * A client's thread must not compare names. It compares the ids of tables that were found to be
   * without hints when their reads were taken from the buffer: from then on they no longer fill it.
   * What a table's id and these names say never changes, and other names are another object.
   */

  private final Set<String> names;
  private volatile Set<TableId> found = Set.of();

  private TablesWithoutHints(Set<String> names) {
    this.names = names;
  }

  /** Besides system and virtual tables these keyspaces, and tables as keyspace.table. */
  static TablesWithoutHints of(Iterable<String> names) {
    Set<String> sorted = new TreeSet<>();
    names.forEach(sorted::add);
    return new TablesWithoutHints(sorted);
  }

  TablesWithoutHints with(String name) {
    TablesWithoutHints more = of(names);
    more.names.add(name);
    return more;
  }

  TablesWithoutHints without(String name) {
    TablesWithoutHints fewer = of(names);
    fewer.names.remove(name);
    return fewer;
  }

  Set<String> names() {
    return new TreeSet<>(names);
  }

  boolean isExcluded(TableMetadata table) {
    return !names.isEmpty()
        && (names.contains(table.keyspace) || names.contains(table.keyspace + "." + table.name));
  }

  /** Whether it is one of these, as far as is known: neither locks nor allocates. */
  boolean isKnown(TableId table) {
    return found.contains(table);
  }

  /** Whether it is one of these, which is known from then on. */
  boolean contains(TableMetadata table) {
    boolean without =
        table.isVirtual() || SchemaConstants.isSystemKeyspace(table.keyspace) || isExcluded(table);
    if (without && !found.contains(table.id)) {
      add(table.id);
    }
    return without;
  }

  private synchronized void add(TableId table) {
    Set<TableId> more = new HashSet<>(found);
    more.add(table);
    found = Set.copyOf(more);
  }
}
