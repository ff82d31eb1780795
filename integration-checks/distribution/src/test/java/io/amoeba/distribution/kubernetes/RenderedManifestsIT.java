package io.amoeba.distribution.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What programs make of the folder: kubectl, the script of secrets, the schema of the operator. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RenderedManifestsIT {
  /** Folder with the validator that the operator's definition was compiled to. */
  private static final String OPERATOR = "amoeba.test.flink-operator-schema";

  @TempDir private Path folder = Path.of("");

  @Test
  void kubernetesTakesTheSecretsWhichAreNewEachTime() throws Exception {
    List<JsonNode> first = Manifests.documents(run("", "sh", script()));
    List<JsonNode> second = Manifests.documents(run("", "sh", script()));

    for (KubernetesSchemas schemas : KubernetesSchemas.available()) {
      assertThat(first)
          .allSatisfy(
              secret -> assertThat(schemas.faults(secret)).as(schemas.toString()).isEmpty());
    }
    Set<String> values = new HashSet<>();
    for (JsonNode secret : List.of(first.get(1), second.get(1))) {
      secret.path("stringData").forEach(value -> values.add(value.asText()));
    }
    assertThat(values).hasSize(10).allMatch(value -> value.matches("[0-9a-f]{64}"));
    assertThat(first.get(2).at("/stringData/task-manager-token"))
        .isEqualTo(first.get(1).at("/stringData/task-manager-token"));
    assertThat(first.get(0).at("/stringData/access.conf").asText())
        .contains(">" + first.get(1).at("/stringData/redis-password").asText() + " ");
  }

  private static String script() {
    return Manifests.FOLDER.resolve("make-secrets.sh").toString();
  }

  @Test
  void kubectlRendersWhatKubernetesTakes() throws Exception {
    Assumptions.assumeTrue(isInstalled("kubectl"), "kubectl is not installed");

    List<JsonNode> rendered =
        Manifests.documents(run("", "kubectl", "kustomize", Manifests.FOLDER.toString()));

    assertThat(rendered).extracting(Manifests::title).contains("FlinkDeployment tolls");
    assertThat(rendered)
        .filteredOn(object -> !object.path("kind").asText().equals("Namespace"))
        .allSatisfy(
            object -> assertThat(object.at("/metadata/namespace").asText()).isEqualTo("amoeba"));
    for (KubernetesSchemas schemas : KubernetesSchemas.available()) {
      assertThat(rendered)
          .allSatisfy(
              object -> assertThat(schemas.faults(object)).as(Manifests.title(object)).isEmpty());
    }
  }

  @Test
  void theDefinitionOfTheFlinkOperatorTakesTheDeployment() throws Exception {
    String validator = System.getProperty(OPERATOR);
    Assumptions.assumeTrue(
        validator != null,
        "no definition: mvn $(.ci/kubernetes-schemas target/kubernetes-schemas)");
    String check =
        """
        import { validate } from %s;
        import { readFileSync } from "node:fs";
        const valid = validate(JSON.parse(readFileSync(0, "utf8")));
        console.log(valid ? "valid" : JSON.stringify(validate.errors));
        """
            .formatted("\"" + Path.of(validator).toUri() + "\"");
    Path program = Files.writeString(folder.resolve("check.mjs"), check);
    JsonNode flink = Manifests.read().object("FlinkDeployment", "tolls");

    assertThat(run(flink.toString(), "node", program.toString()).strip()).isEqualTo("valid");
    assertThat(run(flink.toString().replace("v1_20", "v9_9"), "node", program.toString()))
        .contains("/spec/flinkVersion");
  }

  private static boolean isInstalled(String program) {
    try {
      Process process = new ProcessBuilder("which", program).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private String run(String input, String... command) throws Exception {
    Path in = Files.writeString(folder.resolve("in"), input);
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
