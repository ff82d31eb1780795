package io.amoeba.coordinator.config;

import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.NodeEntry;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.text.HostSyntax;
import io.amoeba.coordinator.yaml.YamlSection;
import io.amoeba.partitioner.signature.PlacementSecret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The coordinator's configuration, already checked. The state file keeps what task managers were
 * told, so that a restart in the middle of a hand-over can end it. Immutable.
 *
 * @param flink empty: there is no job, and the store is all there is
 * @param placementSecret what task managers know the coordinator's answers by
 * @param secretVariables names of environment variables with secrets: for this process alone
 * @param secretFiles files with secrets
 */
public record CoordinatorConfig(
    Mode mode,
    Duration interval,
    Optional<FlinkSettings> flink,
    RedisSettings redis,
    List<NodeEntry> nodes,
    HttpSettings http,
    Optional<Path> stateFile,
    PlanSettings plans,
    Optional<LeaseSettings> lease,
    Optional<PlacementSecret> placementSecret,
    Set<String> secretVariables,
    Set<Path> secretFiles) {

  public CoordinatorConfig {
    nodes = List.copyOf(nodes);
    secretVariables = Set.copyOf(secretVariables);
    secretFiles = Set.copyOf(secretFiles);
  }

  /** Files of a coordinator that shares its work with nobody. */
  public StateFiles files() {
    return new StateFiles(stateFile, plans.file());
  }

  /** The kinds of change that it asks for, in the order of their plans. */
  public List<Wanted> wanted() {
    return Changes.wanted(
        new ChangeSettings(plans.rules(), flink.flatMap(FlinkSettings::storeFollows).isPresent()));
  }

  /** Whether a kind of change that it asks for needs something. */
  public boolean needs(Need need) {
    return wanted().stream().anyMatch(wanted -> wanted.needs().contains(need));
  }

  /** What the store has to be asked for its plans, and to show its upkeep. */
  public StoreQuestions storeQuestions() {
    boolean replaces = needs(Need.PRIMARY_REPLACEMENTS);
    boolean changes = replaces || needs(Need.HASH_SLOT_MOVES);
    return new StoreQuestions(replaces, needs(Need.LOAD), changes, changes, true);
  }

  static CoordinatorConfig read(YamlSection root) {
    CoordinatorConfig config =
        new CoordinatorConfig(
            mode(root),
            root.duration(
                "interval", Duration.ofMillis(50), Duration.ofMinutes(1), Duration.ofMillis(500)),
            root.has("flink")
                ? Optional.of(FlinkSettings.read(root.section("flink")))
                : Optional.empty(),
            RedisSettings.read(root.section("redis")),
            nodes(root),
            HttpSettings.read(root.section("http")),
            root.path("stateFile"),
            PlanSettings.read(root.section("plans")),
            LeaseSettings.read(root),
            placementSecret(root.section("placement")),
            root.context().secretVariables(),
            root.context().secretFiles());
    if (config.plans.file().isEmpty() && config.lease.isEmpty()) {
      config.requirePlansFile(root);
    }
    if (config.flink.isEmpty()) {
      config.refuseChangesOfJobs(root);
    }
    root.refuseUnknownKeys();
    return config;
  }

  private void refuseChangesOfJobs(YamlSection root) {
    for (Wanted wanted : wanted()) {
      if (wanted.needs().contains(Need.JOB)) {
        root.problem(
            wanted.setting(),
            "'" + wanted.value() + "'",
            "a value that needs no job while flink.url is not set",
            "Set flink.url, or remove " + wanted.setting() + ".");
      }
    }
  }

  /** What is half done must be found by a coordinator that comes after one that was killed. */
  private void requirePlansFile(YamlSection root) {
    for (Wanted wanted : wanted()) {
      if (!wanted.halfDone().isEmpty()) {
        root.problem(
            "plans.file",
            "missing",
            "a path",
            "%s %s; a coordinator that was killed meanwhile must find %s."
                .formatted(wanted.setting(), wanted.does(), wanted.halfDone()));
      }
    }
  }

  private static Mode mode(YamlSection root) {
    String text =
        root.oneOf(
            "mode",
            Arrays.stream(Mode.values()).map(Mode::text).toList(),
            Mode.PROPOSE.text(),
            "Start with propose: its plans wait for your approval.");
    return Arrays.stream(Mode.values())
        .filter(m -> m.text().equals(text))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> redisHosts(YamlSection section) {
    List<String> hosts = hosts(section, "redisHosts");
    for (String text : hosts) {
      if (!HostSyntax.isHost(HostSyntax.withoutBrackets(text))
          && ServerAddress.parse(text).isEmpty()) {
        section.problem(
            "redisHosts",
            "'" + text + "'",
            "a list of hosts, or of host:port",
            "Write an IPv6 address with a port in brackets: [2001:db8::7]:7000.");
      }
    }
    return hosts;
  }

  private static List<String> hosts(YamlSection section, String key) {
    return section.texts(key).stream()
        .filter(
            host -> !section.refusesLogin(key, host, "Flink and Redis know no logins of hosts."))
        .toList();
  }

  private static List<NodeEntry> nodes(YamlSection root) {
    List<NodeEntry> nodes = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (YamlSection section : root.sections("nodes")) {
      String name = section.required("name", "a name", "Name the machine.");
      if (!name.isEmpty() && !names.add(name)) {
        section.problem("name", "'" + name + "'", "different for every node", "Merge the nodes.");
      }
      nodes.add(new NodeEntry(name, hosts(section, "flinkHosts"), redisHosts(section)));
      section.refuseUnknownKeys();
    }
    return nodes;
  }

  private static Optional<PlacementSecret> placementSecret(YamlSection section) {
    Optional<PlacementSecret> secret =
        Secret.read(section, "secret", "Put a random text into it: openssl rand -hex 32.")
            .flatMap(found -> placementSecret(section, found));
    section.refuseUnknownKeys();
    return secret;
  }

  private static Optional<PlacementSecret> placementSecret(YamlSection section, Secret secret) {
    String key = "secret" + (secret.file().isPresent() ? Secret.FILE : Secret.VARIABLE);
    String allowed =
        "a random text of "
            + PlacementSecret.LEAST_CHARACTERS
            + " characters or more, in a file for the coordinator's user or group alone";
    try {
      Optional<Path> file = secret.file();
      return Optional.of(
          file.isPresent()
              ? PlacementSecret.read(file.get())
              : PlacementSecret.of(secret.current()));
    } catch (IllegalArgumentException e) {
      section.problem(key, "'" + secret + "'", allowed, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      section.problem(key, "'" + secret + "'", allowed, "It could not be read: " + e + ".");
    }
    return Optional.empty();
  }
}
