package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How coordinators that share their work find out who leads. Immutable.
 *
 * @param folder that all of them see
 * @param duration after which one that does not renew it leads no more
 * @param address where others reach this one; empty: where it listens
 */
public record LeaseSettings(Path folder, Duration duration, Optional<String> address) {

  private static final String FOLDER = "folder";
  private static final String ADDRESS = "address";
  private static final String ADDRESS_VARIABLE = "addressEnv";

  static Optional<LeaseSettings> read(YamlSection root) {
    if (!root.has("lease")) {
      return Optional.empty();
    }
    YamlSection section = root.section("lease");
    String allowed = "a folder that exists and may be written";
    String remedy = "Make it where all coordinators see it, such as on NFS.";
    section.required(FOLDER, allowed, remedy);
    Path folder = section.path(FOLDER).orElse(Path.of(""));
    if (section.has(FOLDER) && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
      section.problem(FOLDER, "'" + folder + "'", allowed, remedy);
    }
    Duration duration =
        section.duration(
            "duration", Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ofSeconds(10));
    Optional<String> address = address(section);
    section.refuseUnknownKeys();
    refuseOwnFile(root, "stateFile", root.has("stateFile"));
    refuseOwnFile(root, "plans.file", root.section("plans").has("file"));
    return Optional.of(new LeaseSettings(folder, duration, address));
  }

  /** Coordinators with one file differ by their environment, as pods do. */
  private static Optional<String> address(YamlSection section) {
    Optional<String> written = section.text(ADDRESS);
    Optional<String> variable = section.text(ADDRESS_VARIABLE);
    if (written.isPresent() && variable.isPresent()) {
      section.problem(
          ADDRESS_VARIABLE,
          "beside " + ADDRESS,
          "one of the two",
          "Remove either " + ADDRESS_VARIABLE + " or " + ADDRESS + ".");
      return written;
    }
    Optional<String> address =
        written.or(() -> variable.flatMap(name -> inVariable(section, name)));
    address.ifPresent(
        text ->
            section.refusesLogin(
                written.isPresent() ? ADDRESS : ADDRESS_VARIABLE,
                text,
                "Other coordinators show it to clients."));
    return address;
  }

  private static Optional<String> inVariable(YamlSection section, String name) {
    String value = section.context().environment().getOrDefault(name, "").strip();
    if (value.isEmpty()) {
      section.problem(
          ADDRESS_VARIABLE,
          "'" + name + "', which is not set, or is empty",
          "the name of an environment variable of the coordinator that holds its address",
          "Set it where the coordinator is started, or use " + ADDRESS + ".");
      return Optional.empty();
    }
    return Optional.of(value);
  }

  private static void refuseOwnFile(YamlSection root, String key, boolean given) {
    if (given) {
      root.problem(
          key,
          "given together with lease.folder",
          "one of the two",
          "Remove it: the leader keeps its files in lease.folder.");
    }
  }
}
