package io.amoeba.partitioner.subscription;

import static io.amoeba.partitioner.subscription.Documents.bytes;
import static io.amoeba.partitioner.subscription.Documents.edge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.MalformedPlacementException;
import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import io.amoeba.partitioner.placement.protocol.PlacementParser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementParserTest {

  private static final String RANGES = "[[0, 5460, 2], [5461, 10922, 0], [10923, 16383, 1]]";
  private static final String RIGHT = text(edge("1f0c", 17, 5, RANGES));

  @Test
  void theDocumentOfTheProtocolIsRead() throws Exception {
    PlacementDocument document = PlacementParser.parse(bytes(RIGHT));

    assertThat(document.coordinator()).isEqualTo("1f0c");
    assertThat(document.version()).isEqualTo(17);
    EdgePlacement edge = document.edges().get(0);
    assertThat(edge.edge()).isEqualTo(new EdgeId("a1b2", "Toll"));
    assertThat(edge.committed()).isTrue();
    assertThat(Objects.requireNonNull(edge.map()).subtask(5461)).isZero();
    assertThat(Objects.requireNonNull(edge.completed()).covers(4, 0, 1, 0xf3L << 48)).isTrue();
    assertThat(edge.finished().get(0).isAbout(5, 0x5be1L << 48)).isTrue();
  }

  @Test
  void unknownFieldsAreSkippedAndAbsentMapsAllowed() throws Exception {
    PlacementDocument document =
        PlacementParser.parse(
            bytes(
                "{\"new\": [{\"a\": [1, {}]}], \"coordinator\": \"c\", \"version\": 0, \"edges\":"
                    + " [{\"job\": \"j\", \"operator\": \"o\", \"epoch\": 0, \"hashSlots\": null,"
                    + " \"completed\": null, \"later\": {\"x\": 1}}]}"));

    assertThat(document.edges().get(0).map()).isNull();
    assertThat(document.edges().get(0).epoch()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[0, 16382, 0]]",
        "[[1, 16383, 0]]",
        "[[0, 10, 0], [12, 16383, 0]]",
        "[[0, 10, 0], [10, 16383, 0]]",
        "[[10, 16383, 0], [0, 9, 0]]",
        "[[0, 16383, 3]]",
        "[[0, 16383, -1]]",
        "[[-1, 16383, 0]]",
        "[[0, 16384, 0]]",
        "[[0, 16383]]",
        "[[0, 16383, 0, 0]]",
        "[[0, 16383, \"0\"]]",
        "[[0, 16383, 0.0]]",
        "[[0, 16383, null]]",
        "[[0, 99999999999999999999999999, 0]]",
        "[0, 16383, 0]",
        "[[0, 16383, 0], null]",
        "[]",
        "null",
        "{}",
        "\"all\""
      })
  void aMapThatIsNotTotalRefusesTheDocument(String ranges) {
    assertRefused(text(edge("c", 1, 5, ranges)));
  }

  @Test
  void missingDoubledAndWrongFieldsRefuseTheDocument() {
    for (String field :
        new String[] {"coordinator", "version", "edges", "job", "operator", "phase", "hashSlots"}) {
      assertRefused(RIGHT.replace("\"" + field + "\"", "\"x" + field + "\""));
    }
    assertRefused(RIGHT.replace("\"version\": 17", "\"version\": 17, \"version\": 18"));
    assertRefused(RIGHT.replace("\"version\": 17", "\"version\": -1"));
    assertRefused(RIGHT.replace("\"version\": 17", "\"version\": \"17\""));
    assertRefused(RIGHT.replace("\"version\": 17", "\"version\": 9223372036854775808"));
    assertRefused(RIGHT.replace("\"epoch\": 5, \"phase\"", "\"epoch\": 0, \"phase\""));
    assertRefused(RIGHT.replace("\"epoch\": 5, \"phase\"", "\"epoch\": -5, \"phase\""));
    assertRefused(RIGHT.replace("\"parallelism\": 3", "\"parallelism\": 0"));
    assertRefused(RIGHT.replace("\"parallelism\": 3", "\"parallelism\": 32769"));
    assertRefused(RIGHT.replace("COMMIT", "commit"));
    assertRefused(RIGHT.replace("00f3000000000000", "+0f3000000000000"));
    assertRefused(RIGHT.replace("5be1000000000000", "5BE1000000000000"));
    assertRefused(RIGHT.replace("\"subtask\": 0", "\"subtask\": 32768"));
    assertRefused(RIGHT + "{}");
    assertRefused("");
    assertRefused("null");
    assertRefused("[]");
    assertRefused("[".repeat(100_000));
    assertRefused("{\"a\":".repeat(100_000));
    assertRefused("{\"version\": " + "1".repeat(100_000));
  }

  @Test
  void anEdgeThatIsListedTwiceRefusesTheDocument() {
    String edge = RIGHT.substring(RIGHT.indexOf('[') + 1, RIGHT.lastIndexOf(']'));
    assertThatThrownBy(() -> PlacementParser.parse(bytes(RIGHT.replace(edge, edge + "," + edge))))
        .isInstanceOf(MalformedPlacementException.class)
        .hasMessageContaining("listed twice");
  }

  @Test
  void moreEdgesThanAProcessCouldHoldRefuseTheDocument() {
    String edges =
        IntStream.range(0, 257)
            .mapToObj(i -> "{\"job\": \"j" + i + "\", \"operator\": \"o\"}")
            .collect(Collectors.joining(","));
    assertThatThrownBy(
            () ->
                PlacementParser.parse(
                    bytes("{\"coordinator\":\"c\",\"version\":1,\"edges\":[" + edges + "]}")))
        .hasMessageContaining("more than 256 edges");
  }

  @Test
  void moreThanAProcessShouldKeepRefusesTheDocumentBeforeItIsRead() {
    assertThatThrownBy(() -> PlacementParser.parse(new byte[(4 << 20) + 1]))
        .isInstanceOf(MalformedPlacementException.class)
        .hasMessageContaining("more than 4194304 bytes");
    String ranges =
        IntStream.range(0, 400_000).mapToObj(i -> "[0,0,0]").collect(Collectors.joining(","));
    assertThatThrownBy(
            () -> PlacementParser.parse(bytes(text(edge("c", 1, 5, "[" + ranges + "]")))))
        .isInstanceOf(MalformedPlacementException.class)
        .hasMessage("more than 16384 hashSlots");
    String cohort =
        IntStream.range(0, 32_769)
            .mapToObj(i -> "\"00f3000000000000\"")
            .collect(Collectors.joining(","));
    assertThatThrownBy(
            () -> PlacementParser.parse(bytes(RIGHT.replace("\"00f3000000000000\"", cohort))))
        .isInstanceOf(MalformedPlacementException.class)
        .hasMessage("more than 32768 cohort");
    String finished = "{\"subtask\": 0, \"epoch\": 5, \"cohort\": \"5be1000000000000\"}";
    String many =
        IntStream.range(0, 32_769).mapToObj(i -> finished).collect(Collectors.joining(","));
    assertThatThrownBy(() -> PlacementParser.parse(bytes(RIGHT.replace(finished, many))))
        .isInstanceOf(MalformedPlacementException.class)
        .hasMessage("more than 32768 finished");
    assertRefused(RIGHT.replace("Toll", "T".repeat(2_000)));
  }

  @Test
  void anEpochThatCannotBeRefusesTheDocument() {
    assertRefused(text(edge("c", 1, EpochBounds.LARGEST + 1, RANGES)));
    assertRefused(text(edge("c", 1, Long.MAX_VALUE, RANGES)));
  }

  @Test
  void everyTruncationIsRefused() {
    for (int length = 0; length < RIGHT.length(); length++) {
      assertRefused(RIGHT.substring(0, length));
    }
  }

  @Test
  void randomMutationsAreAppliedWholeOrNotAtAllAndNothingElseIsThrown() {
    Random random = new Random(9);
    long refused = 0;
    PlacementSubscription subscription = new PlacementSubscription(Duration.ZERO);
    subscription.accept(Documents.oneEdge("1f0c", 16, 4, 1), document -> true);
    EdgeId toll = new EdgeId("a1b2", "Toll");
    for (int i = 0; i < 10_000; i++) {
      byte[] mutated = mutated(bytes(RIGHT), random);
      EdgePlacement before = subscription.placement(toll);
      boolean[] accepted = {false};

      subscription.accept(mutated, document -> accepted[0] = true);

      assertThat(subscription.refusedDocuments())
          .as(() -> text(mutated))
          .isEqualTo(accepted[0] ? refused : refused + 1);
      if (!accepted[0]) {
        refused++;
        assertThat(subscription.placement(toll)).isSameAs(before);
      } else if (before != null && before.epoch() > 0) {
        EdgePlacement after = subscription.placement(toll);
        assertThat(after == null || after.epoch() >= before.epoch()).isTrue();
      }
    }
    assertThat(refused).isBetween(5_000L, 9_999L);
  }

  private static byte[] mutated(byte[] right, Random random) {
    byte[] bytes = right.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] = right[random.nextInt(right.length)];
        case 2 -> {
          byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
          System.arraycopy(bytes, at + 1, shorter, at, shorter.length - at);
          bytes = shorter;
        }
        default -> {
          byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
          System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
          longer[at] = (byte) "0123456789-,[]{}\":nulltrue".charAt(random.nextInt(26));
          bytes = longer;
        }
      }
    }
    return bytes;
  }

  private static void assertRefused(String text) {
    assertThatThrownBy(() -> PlacementParser.parse(bytes(text)))
        .as(text.substring(0, Math.min(text.length(), 500)))
        .isInstanceOf(MalformedPlacementException.class);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
