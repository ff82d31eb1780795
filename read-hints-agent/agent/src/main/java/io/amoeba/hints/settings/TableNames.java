package io.amoeba.hints.settings;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;

/**
 * Keyspaces and tables by their names: a misspelt name excludes nothing, and no operator would
 * notice. Immutable.
 *
 * @param tables of each keyspace
 */
public record TableNames(Map<String, Set<String>> tables) {

  /** Those that this node knows now. */
  public static TableNames now() {
    Map<String, Set<String>> tables = new TreeMap<>();
    for (KeyspaceMetadata keyspace : Schema.instance.distributedKeyspaces()) {
      Set<String> names = new TreeSet<>();
      for (TableMetadata table : keyspace.tables) {
        names.add(table.name);
      }
      tables.put(keyspace.name, names);
    }
    return new TableNames(tables);
  }

  /** What is wrong with each name, with what it may have been meant for. */
  public List<String> problems(Collection<String> names) {
    return names.stream().map(this::problem).flatMap(Optional::stream).toList();
  }

  /** What is wrong with a keyspace, or a table as keyspace.table, with what may be meant. */
  public Optional<String> problem(String name) {
    int dot = name.indexOf('.');
    String keyspace = dot < 0 ? name : name.substring(0, dot);
    Set<String> inKeyspace = tables.get(keyspace);
    if (inKeyspace == null) {
      return Optional.of(
          "exclude=%s: there is no keyspace %s; there are %s"
              .formatted(name, keyspace, tables.keySet()));
    }
    String table = name.substring(dot + 1);
    if (dot < 0 || inKeyspace.contains(table)) {
      return Optional.empty();
    }
    return Optional.of(
        "exclude=%s: there is no table %s in keyspace %s; there are %s"
            .formatted(name, table, keyspace, inKeyspace));
  }
}
