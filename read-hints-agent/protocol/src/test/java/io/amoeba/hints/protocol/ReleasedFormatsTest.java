package io.amoeba.hints.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.batch.Batch;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.BatchLimits;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.protocol.hotset.HotSetRequest;
import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import io.amoeba.hints.protocol.selection.RangeKey;
import io.amoeba.hints.protocol.selection.Selection;
import io.amoeba.hints.protocol.selection.Selection.Names;
import io.amoeba.hints.protocol.selection.Selection.Slice;
import io.amoeba.hints.protocol.selection.Selection.Slices;
import io.amoeba.hints.protocol.selection.SelectionCodec;
import io.amoeba.releasedformats.ReleasedFormat;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Nodes of two releases in one cluster: what they send each other. */
class ReleasedFormatsTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final UUID TABLE = UUID.fromString("5bc52802-de25-35ed-aeab-188eecebb090");
  private static final UUID OTHER = UUID.fromString("7ad54392-bcdd-35a6-8417-4e047860b377");
  private static final long CREATED = 1_796_008_883_123L;

  private static final Selection SLICES =
      new Selection(
          10,
          true,
          new Slices(
              List.of(
                  new Slice(new byte[][] {{1, 2}, {}}, true, new byte[][] {{1, 3}}, false),
                  new Slice(new byte[][] {}, true, new byte[][] {{9}}, true))));

  private static final Selection NAMES =
      new Selection(0, false, new Names(List.of(new byte[][] {{7}, null}, new byte[][] {{8}})));

  private static final Selection OF_TOKENS =
      new Selection(
          500,
          false,
          new Slices(List.of(new Slice(new byte[][] {}, true, new byte[][] {}, true))),
          true);

  private static ReadHint hint(UUID table, String key, byte[] selection) {
    return new ReadHint(table, key.getBytes(UTF_8), selection);
  }

  private static ReleasedFormat<Batch> batches() {
    byte[] whole = SelectionCodec.wholePartition();
    return new ReleasedFormat<>(
            "batch",
            ReleasedFormatsTest::written,
            text -> new BatchDecoder(BatchLimits.DEFAULTS, null).decode(HEX.parseHex(text)))
        .sample(
            "partitions",
            new Batch(
                CREATED,
                false,
                List.of(
                    hint(TABLE, "user0001", whole),
                    hint(TABLE, "user0002", whole),
                    hint(OTHER, "", whole))))
        .sample(
            "rows",
            new Batch(
                CREATED,
                false,
                List.of(
                    hint(TABLE, "user0001", SelectionCodec.encode(SLICES)),
                    hint(TABLE, "user0002", whole),
                    hint(TABLE, "user0003", SelectionCodec.encode(NAMES)))))
        .sample(
            "ranges-of-tokens",
            new Batch(
                CREATED,
                false,
                List.of(
                    new ReadHint(
                        TABLE,
                        new RangeKey(-7, RangeKey.END).bytes(),
                        SelectionCodec.encode(OF_TOKENS)))))
        .sample("hot-set", new Batch(CREATED, true, List.of(hint(TABLE, "user0001", whole))))
        .sample("no-hot-set", new Batch(CREATED, true, List.of()));
  }

  private static String written(Batch batch) {
    BatchEncoder encoder = new BatchEncoder(null);
    List<EncodedBatch> encoded =
        batch.hotSet()
            ? encoder.encodeHotSet(batch.hints(), batch.createdMillis())
            : encoder.encode(batch.hints(), batch.createdMillis());
    assertThat(encoded).hasSize(1);
    return HEX.formatHex(encoded.get(0).bytes());
  }

  private static ReleasedFormat<Selection> selections() {
    return new ReleasedFormat<Selection>(
            "selection",
            selection -> HEX.formatHex(SelectionCodec.encode(selection)),
            text -> SelectionCodec.decode(HEX.parseHex(text)))
        .sample("ranges", SLICES)
        .sample("rows", NAMES)
        .sample("of-tokens", OF_TOKENS);
  }

  private static ReleasedFormat<HotSetRequest> requests() {
    return new ReleasedFormat<HotSetRequest>(
            "hot-set-request",
            request -> HEX.formatHex(request.encode()),
            text -> HotSetRequest.decode(HEX.parseHex(text)))
        .sample("of-everything", new HotSetRequest(-2, List.of()))
        .sample(
            "of-ranges",
            new HotSetRequest(
                0x0102030405060708L,
                List.of(
                    new TokenRange(Long.MIN_VALUE, -7), new TokenRange(Long.MAX_VALUE - 1, 3))));
  }

  private static ReleasedFormat<Part> parts() {
    return new ReleasedFormat<Part>(
            "hot-set-part",
            part -> HEX.formatHex(part.encode()),
            text -> Part.decode(HEX.parseHex(text)))
        .sample("only-one", new Part(-2, 1))
        .sample("one-of-many", new Part(0x0102030405060708L, 70_000));
  }

  @Test
  void batchesAreUnderstood() throws Exception {
    batches().check();
  }

  @Test
  void selectionsOfRowsAreUnderstood() throws Exception {
    selections().check();
  }

  @Test
  void requestsForAHotSetAreUnderstood() throws Exception {
    requests().check();
  }

  @Test
  void partsOfAHotSetAreUnderstood() throws Exception {
    parts().check();
  }

  @Test
  void aBatchOfALaterVersionIsRefusedAsOne() throws Exception {
    for (String text : batches().texts()) {
      byte[] later = HEX.parseHex(text);
      later[0] = 2;

      assertThatThrownBy(() -> new BatchDecoder(BatchLimits.DEFAULTS, null).decode(later))
          .isInstanceOf(MalformedBatchException.class)
          .hasMessage("version 2 is not 1");
    }
  }

  /** A later release may say more by a flag: without it the rows would be others. */
  @Test
  void anUnknownFlagOfABatchOrASelectionIsRefused() {
    byte[] batch = HEX.parseHex(written(new Batch(CREATED, true, List.of())));
    batch[1] |= 4;
    assertThatThrownBy(() -> new BatchDecoder(BatchLimits.DEFAULTS, null).decode(batch))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("unknown flags");

    byte[] selection = SelectionCodec.encode(SLICES);
    selection[0] |= 8;
    assertThatThrownBy(() -> SelectionCodec.decode(selection))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("unknown flags");

    byte[] ends = SelectionCodec.encode(SLICES);
    ends[3] |= 4; // behind flags, rows and the number of ranges
    assertThatThrownBy(() -> SelectionCodec.decode(ends))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("unknown flags");
  }
}
