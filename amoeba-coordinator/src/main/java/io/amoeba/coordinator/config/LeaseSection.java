package io.amoeba.coordinator.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the section about the lease. Stateless. */
final class LeaseSection {

  private static final String FOLDER = "folder";

  private LeaseSection() {}

  static Optional<LeaseSettings> read(ConfigSection root) {
    if (!root.has("lease")) {
      return Optional.empty();
    }
    ConfigSection section = root.section("lease");
    String allowed = "a folder that exists and may be written";
    String remedy = "Make it where all coordinators see it, such as on NFS.";
    section.required(FOLDER, allowed, remedy);
    Path folder = section.path(FOLDER).orElse(Path.of(""));
    if (section.has(FOLDER) && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
      section.problem(FOLDER, "'" + folder + "'", allowed, remedy);
    }
    LeaseSettings lease =
        new LeaseSettings(
            folder, section.millis("millis", 2_000, 600_000, 10_000), section.text("address"));
    section
        .text("address")
        .ifPresent(
            address ->
                section.refusesLogin("address", address, "Other coordinators show it to clients."));
    section.refuseUnknownKeys();
    refuseOwnFile(root, "stateFile", root.has("stateFile"));
    refuseOwnFile(root, "plans.file", root.section("plans").has("file"));
    return Optional.of(lease);
  }

  private static void refuseOwnFile(ConfigSection root, String key, boolean given) {
    if (given) {
      root.problem(
          key,
          "given together with lease.folder",
          "one of the two",
          "Remove it: the leader keeps its files in lease.folder.");
    }
  }
}
