package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.knowledge.Mode;
import java.nio.file.Path;
import java.util.Collection;

/** Whether a configuration that can be used is also a wise one. Stateless. */
final class ConfigurationChecks {

  private ConfigurationChecks() {}

  /**
   * @param openSecrets files with secrets that everybody on this machine may read
   */
  static void check(CoordinatorConfig config, Collection<Path> openSecrets, Findings findings) {
    if (config.lease().isEmpty() && config.mode() != Mode.OBSERVE) {
      files(config, findings);
    }
    if (config.redis().endpoints().size() == 1) {
      findings.add(
          Check.CONFIGURATION,
          Severity.NOTE,
          "redis.endpoints",
          "names one node: a coordinator that starts while it is down sees no store",
          "Name a second one.");
    }
    findings.fine(Check.CONFIGURATION, "configuration", "every key can be used");
    http(config, findings);
    if (config.flink().isPresent()) {
      taskManagers(config, findings);
    }
    openSecrets.forEach(
        file ->
            findings.add(
                Check.SECRET_FILES,
                Severity.WARNING,
                file.toString(),
                "may be read by every user of this machine",
                "chmod 600, as the user that runs the coordinator."));
    findings.fine(Check.SECRET_FILES, "configuration", "no other user reads the secrets");
  }

  private static void files(CoordinatorConfig config, Findings findings) {
    if (config.flink().isPresent() && config.stateFile().isEmpty()) {
      findings.add(
          Check.CONFIGURATION,
          Severity.NOTE,
          "stateFile",
          "is not set: a hand-over that the coordinator's end interrupts waits for the job's"
              + " restart",
          "Name a file that the coordinator may write.");
    }
    if (config.plans().file().isEmpty()) {
      findings.add(
          Check.CONFIGURATION,
          Severity.NOTE,
          "plans.file",
          "is not set: plans, their history and a pause are forgotten at a restart",
          "Name a file that the coordinator may write.");
    }
  }

  private static void taskManagers(CoordinatorConfig config, Findings findings) {
    HttpSettings http = config.http();
    if (!Loopback.is(http.host()) && http.tls().isEmpty() && config.placementSecret().isEmpty()) {
      findings.add(
          Check.TASK_MANAGER_ACCESS,
          Severity.WARNING,
          "placement.secretFile",
          "is not set, nor is http.tls: whoever comes between can give task managers other maps",
          "Set placement.secretFile, and the same on the task managers, or http.tls.");
    }
    http.tokens().stream()
        .filter(token -> token.roles().contains(Role.TASK_MANAGER))
        .filter(token -> token.taskManager().isEmpty())
        .forEach(
            token ->
                findings.add(
                    Check.TASK_MANAGER_ACCESS,
                    Severity.NOTE,
                    "http.tokens",
                    token.name()
                        + " is valid for every task manager: its holder can report in the name of"
                        + " each, and so delay hand-overs",
                    "Give each task manager a token of its own, with its id as"
                        + " http.tokens[].taskManager."));
    findings.fine(
        Check.TASK_MANAGER_ACCESS,
        "http.tokens",
        http.tokens().isEmpty()
            ? "there are no tokens to bind to task managers"
            : "each token for task managers is bound to one");
  }

  private static void http(CoordinatorConfig config, Findings findings) {
    HttpSettings http = config.http();
    boolean open = !Loopback.is(http.host());
    if (open && http.tokens().isEmpty()) {
      findings.add(
          Check.HTTP_ACCESS,
          Severity.WARNING,
          "http.host",
          "is "
              + http.host()
              + " without a token: everybody who reaches it may move "
              + (config.flink().isPresent() ? "the job's work" : "hash slots"),
          "Set http.tokens, or listen on 127.0.0.1.");
    }
    if (open && http.tls().isEmpty()) {
      findings.add(
          Check.HTTP_ACCESS,
          Severity.NOTE,
          "http.host",
          "is " + http.host() + " without TLS: tokens and answers can be read on the way",
          "Set http.tls, unless a proxy does it or the network is yours alone.");
    }
    findings.fine(
        Check.HTTP_ACCESS,
        "http.host",
        open ? "asks for tokens, over TLS" : "listens on this machine alone");
  }
}
