package io.amoeba.coordinator.text;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** The layout that the coordinator is delivered with. */
class LogLayoutTest {

  private static final String FORGED = "x\r\n12:00:00.000 INFO  PlanBoard - plan-9 approved by eve";

  @Test
  void noMessageForgesALine() throws Exception {
    String said = logged(log -> log.warn("job '{}': {}", FORGED, "\u001b[2Jcleared\u009b0m"));

    assertThat(said.lines()).hasSize(1);
    assertThat(said).doesNotContain("\u001b", "\u009b", "\r").contains("plan-9 approved by eve");
  }

  @Test
  void noExceptionForgesALine() throws Exception {
    String said =
        logged(
            log ->
                log.error(
                    "failed",
                    new IllegalStateException(FORGED, new RuntimeException("\u001b" + FORGED))));

    assertThat(said).doesNotContain("\u001b", "\r").contains("IllegalStateException", "\tat ");
    assertThat(said.lines().skip(1)).allMatch(line -> line.startsWith("  "));
  }

  @Test
  void noSecretIsLogged() throws Exception {
    String said =
        logged(
            log ->
                log.error(
                    "http://user:hidden@flink:8081 is lost",
                    new IllegalStateException("redis://:hidden@redis:7000")));

    assertThat(said).doesNotContain("hidden").contains("http://***@flink:8081");
  }

  private interface Speaker {
    void say(Logger log);
  }

  private static String logged(Speaker speaker) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    try (PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(err);
      JoranConfigurator configurator = new JoranConfigurator();
      configurator.setContext(context);
      configurator.doConfigure(
          Objects.requireNonNull(LogLayoutTest.class.getResource("/logback.xml")));
      speaker.say(context.getLogger("io.amoeba.Test"));
    } finally {
      System.setErr(before);
      context.stop();
    }
    return said.toString(StandardCharsets.UTF_8);
  }
}
