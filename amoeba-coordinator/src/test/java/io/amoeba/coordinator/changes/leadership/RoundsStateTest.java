package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationCodec;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoundsStateTest {

  private static final ShardServer A = new ShardServer("a", new ServerAddress("127.0.1.1", 7000));
  private static final ShardServer D = new ShardServer("d", new ServerAddress("::1", 7001));

  @ParameterizedTest
  @EnumSource
  void everyPhaseIsReadAsItWasWritten(RoundPhase phase) throws JsonProcessingException {
    Entry entry = new Entry("plan-1", KeepUpServers.KIND, state(phase));

    assertThat(read(written(entry))).isEqualTo(entry);
  }

  @ParameterizedTest
  @CsvSource({
    "RETURNING, NONE",
    "'\"process\":\"p\",', ''",
    "'\"told\":true', '\"told\":\"so\"'",
    "'\"id\":\"d\"', '\"id\":\"\"'",
    "'\"port\":7001', '\"port\":0'",
  })
  void damagedStatesAreRefused(String part, String damaged) throws JsonProcessingException {
    String text = written(new Entry("plan-1", KeepUpServers.KIND, state(RoundPhase.RETURNING)));
    assertThat(text).contains(part);

    assertThatThrownBy(() -> read(text.replace(part, damaged)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static RoundsState state(RoundPhase phase) {
    PlannedRound round =
        new PlannedRound(
            A,
            RoundTask.SAVE,
            List.of(D),
            List.of(D),
            true,
            List.of(SimulatedRouting.OPERATOR),
            60_000);
    OpenRound open =
        new OpenRound(
            phase,
            1,
            List.of(new StartedWork("p", 1_700_000_000, true)),
            false,
            9,
            List.of(new HashSlotSpan(0, 5)),
            2,
            List.of(new FollowedMap("job", "Toll", 2, List.of(new FollowedMap.Part(0, 5, 0, 1)))),
            1_700_000_060);
    return new RoundsState(
        List.of(round, round),
        1,
        List.of(open),
        List.of(Problem.warning("LEAD_CHANGE_COPIED", "d", "it copied", "")));
  }

  private static String written(Entry entry) {
    return OperationCodec.write(entry).toString();
  }

  private static Entry read(String text) throws JsonProcessingException {
    return OperationCodec.read(
        new ObjectMapper().readTree(text), Map.of(KeepUpServers.KIND, RoundsState.class));
  }
}
