package io.amoeba.hints.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TablesWithoutHintsTest {

  private static TableMetadata items;
  private static TableMetadata roles;

  @BeforeAll
  static void makeTables() {
    DatabaseDescriptor.clientInitialization();
    items = table("shop", "items", 1);
    roles = table("system_auth", "roles", 2);
  }

  private static TableMetadata table(String keyspace, String name, int id) {
    return TableMetadata.builder(keyspace, name, TableId.fromUUID(new UUID(0, id)))
        .partitioner(Murmur3Partitioner.instance)
        .addPartitionKeyColumn("id", UTF8Type.instance)
        .build();
  }

  @Test
  void systemTablesAndWhatIsExcludedHaveNone() {
    TablesWithoutHints none = TablesWithoutHints.of(List.of());

    assertThat(none.contains(roles)).isTrue();
    assertThat(none.contains(items)).isFalse();
    assertThat(none.with("shop").contains(items)).isTrue();
    assertThat(none.with("shop.items").contains(items)).isTrue();
    assertThat(none.with("shop.orders").contains(items)).isFalse();
  }

  @Test
  void aTableIsKnownOnceItWasLookedAtUntilTheNamesChange() {
    TablesWithoutHints tables = TablesWithoutHints.of(List.of("shop"));
    assertThat(tables.isKnown(items.id)).isFalse();

    assertThat(tables.contains(items)).isTrue();
    assertThat(tables.contains(roles)).isTrue();

    // The id of a table that was altered is equal, not the same.
    assertThat(tables.isKnown(TableId.fromUUID(items.id.asUUID()))).isTrue();
    assertThat(tables.isKnown(roles.id)).isTrue();
    assertThat(tables.without("shop").isKnown(items.id)).isFalse();
    assertThat(tables.without("shop").contains(items)).isFalse();
  }

  @Test
  void aTableThatHasHintsIsNeverKnown() {
    TablesWithoutHints tables = TablesWithoutHints.of(List.of("shop.orders"));

    assertThat(tables.contains(items)).isFalse();

    assertThat(tables.isKnown(items.id)).isFalse();
    assertThat(tables.names()).containsExactly("shop.orders");
  }
}
