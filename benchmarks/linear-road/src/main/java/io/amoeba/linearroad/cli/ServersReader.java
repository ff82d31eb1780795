package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.run.GivenServers;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the options about servers that run already into checked ones. Confined to one thread. */
final class ServersReader {
  /**
   * With a login or without; a colon in a host without brackets would hide where the port begins.
   */
  private static final Pattern REDIS =
      Pattern.compile(
          "rediss?://(?:[^@/\\s]*@)?(?:\\[[0-9A-Fa-f:.]+]|[^\\s:/\\[\\]@]+):\\d{1,5}(\\?\\S+)?");

  private final RunArguments given;
  private final OptionTexts texts;
  private final OptionGroups groups;

  ServersReader(RunArguments given, OptionTexts texts) {
    this.given = given;
    this.texts = texts;
    this.groups = new OptionGroups(given);
  }

  /** The servers; null if none were given: then they are started. */
  @Nullable GivenServers read() {
    Map<String, Boolean> options = groups.givenServers();
    if (!options.containsValue(true)) {
      if (given.emptyRedis) {
        texts.problem("--empty-redis goes with --flink only: a Redis that is started is empty");
      }
      if (given.coordinatorTokenFile != null) {
        texts.problem(
            "--coordinator-token-file goes with --flink only: a coordinator that is started asks for none");
      }
      return null;
    }
    options.forEach(
        (option, isGiven) -> {
          if (!isGiven) {
            texts.problem(option + " is missing: a run on given servers needs " + options.keySet());
          }
        });
    texts.refuse("--flink", groups.startedServersOnly());
    URI flink = url("--flink", given.flink);
    CoordinatorAddress coordinator =
        new CoordinatorAddress(url("--coordinator", given.coordinator), token());
    List<String> redis = List.of(text(given.redis).split(","));
    redis.forEach(this::checkRedis);
    Path folder = texts.folder("--shared-folder", given.sharedFolder);
    return new GivenServers(
        flink,
        text(given.kafka),
        redis,
        coordinator,
        folder == null ? Path.of("") : folder.toAbsolutePath(),
        given.emptyRedis);
  }

  private Optional<Path> token() {
    if (given.coordinatorTokenFile == null) {
      return Optional.empty();
    }
    Path file = Path.of(given.coordinatorTokenFile);
    if (!Files.isReadable(file)) {
      texts.problem(
          "--coordinator-token-file is '%s': there is no file that can be read".formatted(file));
    }
    return Optional.of(file);
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private URI url(String option, @Nullable String text) {
    URI nowhere = URI.create("http://localhost");
    if (text == null) {
      return nowhere;
    }
    try {
      URI url = URI.create(text);
      if (url.getHost() != null
          && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // Reported below like an address of another kind.
    }
    texts.problem("%s is '%s': use an address like http://host:8081".formatted(option, text));
    return nowhere;
  }

  private void checkRedis(String uri) {
    if (given.redis != null && !REDIS.matcher(uri).matches()) {
      texts.problem(
          "--redis is '%s': use redis://host:port, separated by commas, with an IPv6 address in brackets"
              .formatted(uri));
    }
  }
}
