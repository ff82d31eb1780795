package io.amoeba.hints.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.selection.Selection;
import io.amoeba.hints.protocol.selection.Selection.Names;
import io.amoeba.hints.protocol.selection.Selection.Slice;
import io.amoeba.hints.protocol.selection.Selection.Slices;
import io.amoeba.hints.protocol.selection.SelectionCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.RowFilter;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** With a table whose rows are clustered by a number and a text. */
class FilterOfHintTest {

  private static final byte[] SEVEN = {0, 0, 0, 7};
  private static final byte[] NINE = {0, 0, 0, 9};
  private static final byte[] TEXT = "text".getBytes(StandardCharsets.UTF_8);

  private static TableMetadata table;

  @BeforeAll
  static void makeTable() {
    DatabaseDescriptor.clientInitialization();
    table =
        TableMetadata.builder("shop", "items", TableId.fromUUID(new UUID(1, 2)))
            .partitioner(Murmur3Partitioner.instance)
            .addPartitionKeyColumn("id", UTF8Type.instance)
            .addClusteringColumn("number", Int32Type.instance)
            .addClusteringColumn("name", UTF8Type.instance)
            .build();
  }

  @Test
  void namesSelectTheirRows() throws MalformedBatchException {
    Selection names =
        new Selection(
            0, false, new Names(List.of(new byte[][] {SEVEN, TEXT}, new byte[][] {NINE, TEXT})));

    ClusteringIndexFilter filter = FilterOfHint.of(table, names);

    assertThat(filter.toCQLString(table, RowFilter.none()))
        .contains("(number, name) IN ((7, 'text'), (9, 'text'))");
  }

  @Test
  void rangesKeepTheirEndsAndTheirDirection() throws MalformedBatchException {
    Selection range =
        new Selection(
            10,
            true,
            new Slices(List.of(new Slice(new byte[][] {SEVEN}, false, new byte[][] {NINE}, true))));

    ClusteringIndexFilter filter = FilterOfHint.of(table, range);

    assertThat(filter.isReversed()).isTrue();
    assertThat(filter.toCQLString(table, RowFilter.none())).contains("number > 7 AND number <= 9");
  }

  @Test
  void valuesThatAreNoneOfTheColumnsTypeAreRefused() {
    Selection wrong =
        new Selection(0, false, new Names(List.<byte[][]>of(new byte[][] {new byte[3], TEXT})));

    assertThatThrownBy(() -> FilterOfHint.of(table, wrong)).isInstanceOf(MarshalException.class);
  }

  @Test
  void rowsWithTooFewOrTooManyValuesAreRefused() {
    Selection few = new Selection(0, false, new Names(List.<byte[][]>of(new byte[][] {SEVEN})));
    Selection many =
        new Selection(
            0,
            false,
            new Slices(
                List.of(new Slice(new byte[][] {SEVEN, TEXT, TEXT}, true, new byte[][] {}, true))));

    assertThatThrownBy(() -> FilterOfHint.of(table, few))
        .isInstanceOf(MalformedBatchException.class);
    assertThatThrownBy(() -> FilterOfHint.of(table, many))
        .isInstanceOf(MalformedBatchException.class);
  }

  @Test
  void aRangeThatNoRowCanBeInIsRefused() {
    Selection empty =
        new Selection(
            0,
            false,
            new Slices(List.of(new Slice(new byte[][] {}, true, new byte[][] {}, false))));

    assertThatThrownBy(() -> FilterOfHint.of(table, empty))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("ends where it starts");
  }

  @Test
  void damagedSelectionsAreRefusedOrBecomeAFilter() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] original =
        SelectionCodec.encode(
            new Selection(
                10,
                false,
                new Slices(
                    List.of(
                        new Slice(new byte[][] {SEVEN, TEXT}, true, new byte[][] {NINE}, false),
                        new Slice(new byte[][] {NINE}, true, new byte[][] {}, true)))));
    int refused = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] damaged = original.clone();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        FilterOfHint.of(table, SelectionCodec.decode(damaged));
      } catch (MalformedBatchException | MarshalException expected) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", selection " + i, e);
      }
    }
    assertThat(refused).isGreaterThan(10_000);
  }
}
