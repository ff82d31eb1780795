package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;

/**
 * A backup that is made of shards from time to time, each by one of its replicas. Immutable.
 *
 * @param every time between two, 1 minute or more
 * @param at time of the day in UTC; backups come so long after midnight of 1 January 1970, and then
 *     after each interval
 * @param command that makes the backup of a saved file; its first word is the program
 * @param shards {@code host:port} of any server of each shard; none: every shard
 */
public record BackupSettings(
    Duration every, LocalTime at, List<String> command, Set<String> shards) {

  private static final String AT = "at";
  private static final String COMMAND = "command";

  public BackupSettings {
    command = List.copyOf(command);
    shards = Set.copyOf(shards);
  }

  /** Whether it is a backup of the shard of these servers. */
  public boolean isOf(Set<ServerAddress> shard) {
    return shards.isEmpty()
        || shard.stream().map(ServerAddress::toString).anyMatch(shards::contains);
  }

  /** When the last backup was due, at this time or before it. */
  Instant lastDue(Instant now) {
    long step = every.toSeconds();
    long first = at.toSecondOfDay();
    return Instant.ofEpochSecond(first + Math.floorDiv(now.getEpochSecond() - first, step) * step);
  }

  static BackupSettings read(YamlSection section) {
    List<String> command = section.texts(COMMAND);
    if (command.isEmpty()) {
      section.problem(
          COMMAND,
          section.has(COMMAND) ? "empty" : "missing",
          "a list of words, such as [/opt/backup, '{host}', '{port}']",
          "Name the program that copies the saved file of the server.");
    }
    BackupSettings backup =
        new BackupSettings(
            section.duration(
                "every", Duration.ofMinutes(1), Duration.ofDays(30), Duration.ofDays(1)),
            at(section),
            command,
            section.addresses("shards"));
    section.refuseUnknownKeys();
    return backup;
  }

  private static LocalTime at(YamlSection section) {
    String text = section.text(AT).orElse("00:00");
    try {
      return LocalTime.parse(text);
    } catch (DateTimeParseException e) {
      section.problem(
          AT,
          "'" + text + "'",
          "a time of the day in UTC, such as 02:30",
          "Write it in quotes, with two-digit hours.");
      return LocalTime.MIDNIGHT;
    }
  }
}
