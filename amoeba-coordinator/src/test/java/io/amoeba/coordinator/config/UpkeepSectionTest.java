package io.amoeba.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.amoeba.coordinator.changes.leadership.BackupSettings;
import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.coordinator.yaml.ConfigProblem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpkeepSectionTest {

  private static UpkeepSettings read(String upkeep) {
    return ConfigReader.parse(text(upkeep), "test.yaml", Path.of("")).plans().rules().upkeep();
  }

  private static List<ConfigProblem> problems(String upkeep) {
    return catchThrowableOfType(
            ConfigErrors.class, () -> ConfigReader.parse(text(upkeep), "test.yaml", Path.of("")))
        .problems();
  }

  private static String text(String upkeep) {
    return """
        flink: {url: 'http://localhost:8081'}
        redis: {endpoints: ['localhost:7000']}
        plans: {file: plans.json, upkeep: %s}
        """
        .formatted(upkeep);
  }

  @Test
  void itIsOffWithoutKinds() {
    assertThat(read("{}")).isEqualTo(UpkeepSettings.NONE);
    assertThat(read("{}").wanted()).isFalse();
  }

  @Test
  void everyKeyIsRead() {
    UpkeepSettings read =
        read(
            """
            {kinds: [save, rewrite, backup], startAtShare: 0.6, jitterShare: 0.1, horizon: 1m,
             postponeUntil: 5s, workTimeout: 10m, ways: [twin, away], leastGain: 1s,
             candidate: most-recently-completed, leastReplicas: 1, maxRoundsPerHour: 7,
             preferredPrimaries: ["10.0.0.1:7000"],
             backups: [{command: [backup, "{host}"], every: 6h, at: "01:30",
                        shards: ["10.0.0.2:7000"]}]}""");

    assertThat(read)
        .isEqualTo(
            new UpkeepSettings(
                Set.of(UpkeepKind.SAVE, UpkeepKind.REWRITE, UpkeepKind.BACKUP),
                0.6,
                0.1,
                Duration.ofMinutes(1),
                Duration.ofSeconds(5),
                Duration.ofMinutes(10),
                Set.of(LeadWay.TWIN, LeadWay.AWAY),
                Duration.ofSeconds(1),
                UpkeepSettings.Candidate.MOST_RECENTLY_COMPLETED,
                1,
                1 << 20,
                OptionalInt.of(7),
                true,
                Set.of("10.0.0.1:7000"),
                List.of(
                    new BackupSettings(
                        Duration.ofHours(6),
                        LocalTime.of(1, 30),
                        List.of("backup", "{host}"),
                        Set.of("10.0.0.2:7000")))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kinds: [saves]}                          | kinds              | 'saves'",
        "{kinds: [save], ways: [stay]}             | ways               | stay alone",
        "{kinds: [save], ways: []}                 | ways               | empty",
        "{startAtShare: 0.99}                      | startAtShare       | 0.99",
        "{startAtShare: 0.4}                       | startAtShare       | 0.4",
        "{jitterShare: 0.6}                        | jitterShare        | 0.6",
        "{postponeUntil: 60}                       | postponeUntil      | 60",
        "{maxRoundsPerHour: 0}                     | maxRoundsPerHour   | 0",
        "{leastGain: 2m}                           | leastGain          | \"2m\"",
        "{candidate: best}                         | candidate          | 'best'",
        "{preferred: first}                        | preferred          | 'first'",
        "{preferredPrimaries: [nobody]}            | preferredPrimaries | 'nobody'",
        "{kinds: [backup]}                         | backups            | missing",
        "{backups: [{command: [b]}]}               | backups            | given, but",
        "{kinds: [backup], backups: [{}]}          | backups[0].command | missing",
        "{kinds: [backup], backups: [{command: []}]} | backups[0].command | empty",
        "{kinds: [backup], backups: [{command: [b], at: 25h}]} | backups[0].at | '25h'",
        "{kinds: [backup], backups: [{command: [b], every: 30m}]} | backups | every 30m",
        "{kinds: [backup], backups: [{command: [b]}, {command: [c]}]} | backups | two",
        "{ahead: preempt}                          | ahead              | unknown",
      })
  void whatCannotWorkIsNamedWithItsKeyAndValue(String upkeep, String key, String value) {
    assertThat(problems(upkeep))
        .anySatisfy(
            problem -> {
              assertThat(problem.key()).isEqualTo("plans.upkeep." + key);
              assertThat(problem.value()).contains(value);
              assertThat(problem.remedy()).isNotBlank();
            });
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    assertThat(problems("{kinds: [backup], startAtShare: 2, leastGain: 5, backups: [{every: 1s}]}"))
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.upkeep.startAtShare",
            "plans.upkeep.leastGain",
            "plans.upkeep.backups[0].command",
            "plans.upkeep.backups[0].every");
  }

  @Test
  void roundsNeedAFileOfPlans() {
    String text = text("{kinds: [save]}").replace("file: plans.json, ", "");

    assertThat(
            catchThrowableOfType(
                    ConfigErrors.class, () -> ConfigReader.parse(text, "test.yaml", Path.of("")))
                .problems())
        .extracting(ConfigProblem::key)
        .containsExactly("plans.file");
  }
}
