package io.amoeba.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.amoeba.coordinator.knowledge.Mode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {

  private static final String MINIMAL =
      "flink: {url: 'http://localhost:8081'}\nredis: {endpoints: ['localhost:7000']}\n";

  @TempDir Path folder = Path.of("");

  @Test
  void minimalFileGetsTheDefaults() {
    CoordinatorConfig config = read(MINIMAL);

    assertThat(config.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.interval()).hasMillis(500);
    assertThat(config.http().host()).isEqualTo("127.0.0.1");
    assertThat(config.http().port()).isEqualTo(7070);
    assertThat(config.flink().job()).isEmpty();
    assertThat(config.nodes()).isEmpty();
  }

  @Test
  void threeErrorsAreReportedAtOnceWithKeyValueRangeAndRemedy() {
    ConfigErrors errors =
        errors(MINIMAL + "mode: automatic\nintervalMillis: 5\nhttp: {prot: 7070}\n");

    assertThat(errors)
        .hasMessageContaining("has 3 errors")
        .hasMessageContaining("mode is 'automatic': must be observe or act.")
        .hasMessageContaining("intervalMillis is 5: must be a whole number, 50 … 60000.")
        .hasMessageContaining("http.prot is unknown")
        .hasMessageContaining("Did you mean 'port'?");
  }

  @Test
  void everyMissingKeyIsNamed() {
    assertThat(errors("mode: act\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactly("flink.url", "redis.endpoints");
    assertThat(errors("").problems()).hasSize(2);
  }

  @Test
  void addressesAreChecked() {
    ConfigErrors errors =
        errors("flink: {url: 'localhost:8081'}\nredis: {endpoints: ['a:1', 'b', 'c:99999']}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::value)
        .containsExactly("'localhost:8081'", "'b'", "'c:99999'");
  }

  @Test
  void ipv6EndpointsAreUnderstood() {
    CoordinatorConfig config =
        read("flink: {url: 'http://[::1]:8081/'}\nredis: {endpoints: ['[::1]:7000']}\n");

    assertThat(config.redis().endpoints()).containsExactly(new HostAndPort("::1", 7000));
    assertThat(config.flink().url()).hasToString("http://[::1]:8081");
  }

  @Test
  void filesMustExistAndRelativeOnesAreBelowTheConfiguration() throws IOException {
    Files.writeString(folder.resolve("token"), "secret\n");

    CoordinatorConfig config = read(MINIMAL + "http: {tokenFile: token}\n");
    ConfigErrors errors = errors(MINIMAL + "http: {tokenFile: nothing}\n");

    assertThat(config.http().tokenFile()).contains(folder.resolve("token"));
    assertThat(errors.problems()).extracting(ConfigProblem::key).containsExactly("http.tokenFile");
  }

  @Test
  void wrongShapesAreNamedNotThrown() {
    ConfigErrors errors =
        errors("flink: 3\nredis: {endpoints: {a: b}, tls: maybe}\nnodes: 7\nhttp: [1]\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .contains("flink", "flink.url", "redis.endpoints", "redis.tls", "nodes", "http");
  }

  @Test
  void brokenYamlIsReportedWithItsLine() {
    assertThat(errors("mode: [\n")).hasMessageContaining("line ");
    assertThat(errors("mode: act\nmode: observe\n")).hasMessageContaining("line 2");
  }

  @Test
  void nodesNeedDifferentNames() {
    ConfigErrors errors =
        errors(MINIMAL + "nodes:\n- {name: a, flinkHosts: [x]}\n- {name: a}\n- {flinkHost: [x]}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactly("nodes[1].name", "nodes[2].name", "nodes[2].flinkHost");
  }

  @Test
  void missingFileSaysSo() {
    ConfigErrors errors =
        catchThrowableOfType(
            ConfigErrors.class, () -> ConfigReader.read(folder.resolve("none.yaml")));

    assertThat(errors).hasMessageContaining("none.yaml").hasMessageContaining("no such file");
  }

  @Test
  void shippedExampleIsValid() throws URISyntaxException {
    Path example =
        Path.of(
            Objects.requireNonNull(getClass().getResource("/coordinator-example.yaml")).toURI());

    assertThat(ConfigReader.read(example).redis().endpoints()).hasSize(2);
  }

  private CoordinatorConfig read(String text) {
    return ConfigReader.parse(text, "test.yaml", folder);
  }

  private ConfigErrors errors(String text) {
    return catchThrowableOfType(ConfigErrors.class, () -> read(text));
  }
}
