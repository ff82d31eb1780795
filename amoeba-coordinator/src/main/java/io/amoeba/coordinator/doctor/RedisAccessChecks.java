package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.members.ServerVersion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Whether each Redis node can be reached and asked, and which version it is. Stateless. */
final class RedisAccessChecks {

  /** The command that the coordinator lives by; the others are needed by doctors alone. */
  static final String CLUSTER_NODES = "CLUSTER NODES";

  private static final int OLDEST_TESTED_MAJOR = 6;
  private static final int OLDEST_TESTED_MINOR = 2;

  private RedisAccessChecks() {}

  static void check(CoordinatorConfig config, RedisInspection inspection, Findings findings) {
    RedisSettings settings = config.redis();
    List<RedisNode.Answering> answering = inspection.answering();
    for (RedisNode node : inspection.nodes()) {
      if (node instanceof RedisNode.Silent silent) {
        silent(settings, silent, answering.isEmpty(), findings);
      } else if (node instanceof RedisNode.Locked locked) {
        locked(settings, locked, findings);
      }
    }
    if (!answering.isEmpty()) {
      findings.fine(
          Check.REDIS_REACHABLE, "Redis", "every node answers: " + answering.size() + " in all");
      String as = user(settings);
      findings.fine(Check.REDIS_LOGIN, "Redis", "every node lets the user " + as + " in");
      answering.forEach(node -> permissions(config, node, findings));
      findings.fine(
          Check.REDIS_PERMISSIONS, "Redis", "every command that is needed is allowed everywhere");
      versions(answering, findings);
    }
  }

  private static void silent(
      RedisSettings settings, RedisNode.Silent node, boolean nobodyAnswers, Findings findings) {
    String tls =
        settings.tls().isPresent()
            ? "check that the node speaks TLS there, that redis.tls.truststore (without it, this JVM)"
                + " trusts its certificate, that this holds the address, and that redis.tls.keystore"
                + " has a certificate if the node asks for one"
            : "set redis.tls if the node speaks TLS there";
    if (node.configured()) {
      findings.add(
          Check.REDIS_REACHABLE,
          nobodyAnswers ? Severity.ERROR : Severity.WARNING,
          node.address(),
          "cannot be connected to: " + node.reason(),
          "Start it, open its port for this host, or correct redis.endpoints; " + tls + ".");
    } else {
      findings.add(
          Check.REDIS_REACHABLE,
          Severity.ERROR,
          node.address(),
          "belongs to the cluster, but cannot be connected to by this announced address: "
              + node.reason(),
          "Start it, or let it announce an address that clients reach: cluster-announce-ip and"
              + " cluster-announce-port, or a name: cluster-announce-hostname."
              + (settings.tls().isPresent()
                  ? " Redis before 7.2 announces its port without TLS unless tls-cluster is yes."
                  : "")
              + " CLUSTER FORGET removes a node that is gone permanently.");
    }
  }

  private static void locked(RedisSettings settings, RedisNode.Locked node, Findings findings) {
    findings.add(
        Check.REDIS_LOGIN,
        Severity.ERROR,
        node.address(),
        "refuses the login of the user " + user(settings) + ": " + node.reason(),
        settings.password().isPresent()
            ? "Correct the password of redis.passwordFile or redis.passwordEnv, or redis.username;"
                + " every node needs the same users."
            : "Name a file with the password in redis.passwordFile, and an ACL user in"
                + " redis.username.");
  }

  private static void permissions(
      CoordinatorConfig config, RedisNode.Answering node, Findings findings) {
    node.refused()
        .forEach(
            (command, answer) -> {
              if (isPermission(answer) && isMissed(command, node)) {
                findings.add(
                    Check.REDIS_PERMISSIONS,
                    severity(command),
                    node.address(),
                    "refuses " + command + consequence(config, command),
                    isAbsent(answer)
                        ? "The server has no such command: it was renamed, or the provider withholds it. No ACL rule brings it back."
                        : "ACL SETUSER %s %s, on every node and in its ACL file."
                            .formatted(
                                user(config.redis()), concernsKeys(answer) ? "~*" : rule(command)));
              }
            });
  }

  private static Severity severity(String command) {
    return command.equals(CLUSTER_NODES)
        ? Severity.ERROR
        : StoreCommand.of(command)
            .map(changing -> changing.purpose().severity())
            .orElse(Severity.NOTE);
  }

  private static String consequence(CoordinatorConfig config, String command) {
    return command.equals(CLUSTER_NODES)
        ? ", without which the coordinator sees no hash slot"
        : StoreCommand.of(command)
            .map(changing -> ", without which " + changing.purpose().lost(config))
            .orElse(", so that some checks could not be made");
  }

  private static boolean isMissed(String command, RedisNode.Answering node) {
    return StoreCommand.of(command).map(changing -> changing.isOf(node)).orElse(true);
  }

  private static boolean isPermission(String answer) {
    return answer.startsWith("NOPERM") || isAbsent(answer);
  }

  private static boolean isAbsent(String answer) {
    return answer.contains("unknown command");
  }

  /** Redis 6.2: "to access one of the keys used as arguments"; 7: "to access a key". */
  private static boolean concernsKeys(String answer) {
    return answer.startsWith("NOPERM") && answer.contains(" key");
  }

  private static String user(RedisSettings settings) {
    return settings.username().orElse("default");
  }

  /** {@code CLUSTER NODES} is allowed by {@code +cluster|nodes}. */
  private static String rule(String command) {
    return "+" + command.toLowerCase(Locale.ROOT).replace(' ', '|');
  }

  private static void versions(List<RedisNode.Answering> answering, Findings findings) {
    SortedMap<String, String> exampleByVersion = new TreeMap<>();
    for (RedisNode.Answering node : answering) {
      Optional<ServerVersion> version = ServerVersion.of(node.info());
      version.ifPresent(known -> exampleByVersion.putIfAbsent(known.text(), node.address()));
      if (version.filter(RedisAccessChecks::isOld).isPresent()) {
        findings.add(
            Check.REDIS_VERSION,
            Severity.WARNING,
            node.address(),
            "is " + version.get().text() + ", which is older than all tested versions",
            "Update it to 6.2 or newer; 7.0 or newer is better.");
      }
    }
    if (exampleByVersion.size() > 1) {
      findings.add(
          Check.REDIS_VERSION,
          Severity.NOTE,
          "Redis",
          "the nodes have different versions: " + exampleByVersion,
          "Bring the update to its end.");
    } else if (!exampleByVersion.isEmpty()) {
      findings.fine(Check.REDIS_VERSION, "Redis", exampleByVersion.firstKey());
    }
  }

  private static boolean isOld(ServerVersion version) {
    return !version.valkey() && !version.isRedis(OLDEST_TESTED_MAJOR, OLDEST_TESTED_MINOR);
  }
}
