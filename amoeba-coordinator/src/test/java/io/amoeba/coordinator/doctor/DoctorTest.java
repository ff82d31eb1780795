package io.amoeba.coordinator.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

  @TempDir Path folder = Path.of("");

  private final Patient patient = new Patient();

  @Test
  void aHealthySetUpHasNothingButGoodFindings() {
    Diagnosis diagnosis = patient.examine();

    assertThat(diagnosis.findings()).allMatch(finding -> finding.severity() == Severity.OK);
    assertThat(diagnosis.findings())
        .extracting(Finding::code)
        .doesNotHaveDuplicates()
        .hasSize(
            Check.values().length
                - 8) // no names, node table, TLS, rescale, moves, growth, migrations, upkeep
        .doesNotContain("NODE_TABLE", "REDIS_CLUSTER_BUS");
    assertThat(diagnosis.worst()).isEqualTo(Severity.OK);
  }

  @Test
  void nothingIsSaidOfFlinkWhereNoneIsConfigured() {
    patient.config =
        """
        redis: {endpoints: ['10.0.0.1:7000', '10.0.0.2:7000']}
        plans: {file: plans.json, growth: {servers: members}}
        http: {host: 0.0.0.0}
        """;
    patient.otherFlink = Optional.of(new FlinkInspection.NotConfigured());

    assertThat(patient.examine().findings())
        .extracting(Finding::code)
        .contains("REDIS_HASH_SLOTS", "REDIS_MOVE_WAY")
        .noneMatch(code -> code.startsWith("FLINK_"))
        .doesNotContain("TASK_MANAGER_ACCESS", "HOST_MATCH", "SUBTASK_PLACES");
    assertThat(patient.all(Check.HTTP_ACCESS))
        .extracting(Finding::text)
        .contains("is 0.0.0.0 without a token: everybody who reaches it may move hash slots")
        .noneMatch(text -> text.contains("job"));
    assertThat(patient.all(Check.CONFIGURATION))
        .extracting(Finding::severity)
        .containsOnly(Severity.OK);
  }

  @Test
  void whatIsSaidOfManyNodesIsOneFinding() {
    for (int node = 0; node < patient.redis.size(); node++) {
      patient.setting(node, "cluster-require-full-coverage", "yes");
    }

    assertThat(patient.only(Check.REDIS_FULL_COVERAGE).subjects()).hasSize(6);
    assertThat(patient.examine().count(Severity.NOTE)).isOne();
    assertThat(patient.examine().worst()).isEqualTo(Severity.NOTE);
  }

  @Test
  void everyComplaintSaysWhatToChange() {
    patient.otherFlink = Optional.of(new FlinkInspection.Unreachable("refused"));
    patient.redis.clear();
    patient.redis.add(new RedisNode.Silent("10.0.0.1:7000", true, "Connection refused"));
    patient.redis.add(new RedisNode.Locked("10.0.0.2:7000", true, "WRONGPASS no"));

    assertThat(patient.examine().findings())
        .filteredOn(finding -> finding.severity() != Severity.OK)
        .hasSize(3)
        .allMatch(finding -> finding.severity() == Severity.ERROR)
        .allMatch(finding -> finding.remedy().endsWith("."));
  }

  @Test
  void memoryOfTheCoordinatorItselfIsAdvised() {
    patient.config =
        "flink: {url: 'http://f:1'}\nredis: {endpoints: ['10.0.0.1:7000']}\nmode: propose\n";

    assertThat(patient.all(Check.CONFIGURATION))
        .allMatch(finding -> finding.severity() == Severity.NOTE)
        .extracting(finding -> finding.subjects().get(0))
        .containsExactly("stateFile", "plans.file", "redis.endpoints");

    patient.config += "lease: {folder: '%s'}\n".formatted(System.getProperty("java.io.tmpdir"));
    assertThat(patient.only(Check.CONFIGURATION).subjects()).containsExactly("redis.endpoints");

    patient.config = patient.config.replaceFirst("lease.*", "").replace("propose", "observe");
    assertThat(patient.only(Check.CONFIGURATION).subjects()).containsExactly("redis.endpoints");
  }

  @Test
  void anOpenCoordinatorNeedsTokensAndTls() {
    patient.more = "http: {host: 0.0.0.0}\n";

    List<Finding> findings = patient.all(Check.HTTP_ACCESS);

    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING, Severity.NOTE);
  }

  @Test
  void taskManagersNeedToKnowWhoAnswersThem() throws IOException {
    patient.more = "http: {host: 0.0.0.0}\n";
    assertThat(patient.only(Check.TASK_MANAGER_ACCESS))
        .matches(finding -> finding.severity() == Severity.WARNING)
        .matches(finding -> finding.remedy().contains("placement.secretFile"));

    Path secret = Files.writeString(folder.resolve("secret"), "s".repeat(40));
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    patient.more += "placement: {secretFile: '%s'}\n".formatted(secret);
    assertThat(patient.only(Check.TASK_MANAGER_ACCESS).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aTokenForEveryTaskManagerIsExplained() {
    String hash = "ab".repeat(32);
    patient.more =
        "http: {tokens: [{name: all, role: task-manager, sha256: %s}]}\n".formatted(hash);
    assertThat(patient.only(Check.TASK_MANAGER_ACCESS))
        .matches(finding -> finding.severity() == Severity.NOTE)
        .matches(finding -> finding.text().contains("all is valid for every task manager"))
        .matches(finding -> finding.remedy().contains("http.tokens[].taskManager"));

    patient.more =
        "http: {tokens: [{name: a, role: task-manager, sha256: %s, taskManager: tm-1}]}\n"
            .formatted(hash);
    assertThat(patient.only(Check.TASK_MANAGER_ACCESS).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void secretsThatEverybodyReadsAreNamed() {
    patient.openSecrets.add(Path.of("/etc/amoeba/redis.password"));

    assertThat(patient.only(Check.SECRET_FILES))
        .matches(finding -> finding.severity() == Severity.WARNING)
        .matches(finding -> finding.subjects().equals(List.of("/etc/amoeba/redis.password")));
  }

  @Test
  void everyCheckIsExplained() throws IOException {
    String page = Files.readString(Path.of("../docs/doctor.md"));

    for (Check check : Check.values()) {
      assertThat(page).contains("| `" + check.name() + "` |");
    }
  }
}
