package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.operations.OperationCodec;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PrimaryReplacementsTest {

  private static final ServerAddress FROM = new ServerAddress("127.0.1.1", 7000);
  private static final ServerAddress TO = new ServerAddress("::1", 7001);

  private static final List<HashSlotSpan> HASH_SLOTS =
      List.of(new HashSlotSpan(0, 5), new HashSlotSpan(7, 7));

  private static final Problem NOTE =
      new Problem("SERVER_UNREACHABLE", Severity.NOTE, "h:1", "h:1 does not answer", "");

  @ParameterizedTest
  @EnumSource
  void everyPhaseIsReadAsItWasWritten(ReplacementPhase phase) throws JsonProcessingException {
    Entry entry = new Entry("plan-1", MigratePrimaries.KIND, state().with(open(phase)));

    assertThat(read(written(entry))).isEqualTo(entry);
  }

  @Test
  void aPlanBetweenTwoReplacementsIsReadAsItWasWritten() throws JsonProcessingException {
    Entry entry = new Entry("plan-1", MigratePrimaries.KIND, state().oneReplaced());

    assertThat(read(written(entry))).isEqualTo(entry);
  }

  @ParameterizedTest
  @CsvSource({
    "PROMOTED, NONE",
    "'\"serverId\":\"s\",', ''",
    "'\"serverId\":\"s\"', '\"serverId\":7'",
    "'\"wasMember\":true', '\"wasMember\":\"so\"'",
  })
  void damagedStatesAreRefused(String part, String damaged) throws JsonProcessingException {
    String text =
        written(
            new Entry(
                "plan-1", MigratePrimaries.KIND, state().with(open(ReplacementPhase.PROMOTED))));
    assertThat(text).contains(part);

    assertThatThrownBy(() -> read(text.replace(part, damaged)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String written(Entry entry) {
    return OperationCodec.write(entry).toString();
  }

  private static Entry read(String text) throws JsonProcessingException {
    return OperationCodec.read(
        new ObjectMapper().readTree(text),
        Map.of(MigratePrimaries.KIND, PrimaryReplacements.class));
  }

  private static PrimaryReplacements state() {
    return new PrimaryReplacements(
        List.of(new Planned("p", FROM, TO, HASH_SLOTS)),
        OldPrimary.RETIRE,
        0,
        List.of(),
        List.of(NOTE));
  }

  private static OpenReplacement open(ReplacementPhase phase) {
    return new OpenReplacement(phase, "p", FROM, TO, "s", true, OldPrimary.RETIRE, 9, HASH_SLOTS);
  }
}
