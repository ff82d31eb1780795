package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.servers.Endpoints;
import io.amoeba.linearroad.servers.ExternalServers;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of a run on external servers. Confined to the main thread. */
final class ServerArguments {
  /** Their addresses. */
  private static final List<String> NAMES =
      List.of("--flink", "--kafka", "--redis", "--coordinator", "--shared-folder");

  /** Options for servers that the run starts itself. */
  private static final List<String> STARTED_SERVERS_ONLY =
      List.of(
          "--http-port", "--redis-apart", "--keyed", "--add-node-after", "--replicas", "--kill");

  private static final URI NOWHERE = URI.create("http://localhost");

  @Option(names = "--flink", paramLabel = "URL", converter = HttpAddress.class)
  private @Nullable URI flink;

  @Option(names = "--kafka", paramLabel = "HOST:PORT,…")
  private @Nullable String kafka;

  @Option(names = "--redis", paramLabel = "URI,…", split = ",", converter = RedisAddress.class)
  private List<String> redis = List.of();

  @Option(names = "--coordinator", paramLabel = "URL", converter = HttpAddress.class)
  private @Nullable URI coordinator;

  @Option(names = "--coordinator-token-file", paramLabel = "FILE")
  private @Nullable Path coordinatorTokenFile;

  @Option(names = "--shared-folder", paramLabel = "FOLDER")
  private @Nullable Path sharedFolder;

  @Option(names = "--empty-redis")
  private boolean emptyRedis;

  /** The external servers; null: none. */
  @Nullable ExternalServers read(GivenOptions given) {
    if (NAMES.stream().noneMatch(given::has)) {
      if (emptyRedis) {
        given.problem("--empty-redis needs --flink: a Redis that the run starts is empty");
      }
      if (coordinatorTokenFile != null) {
        given.problem(
            "--coordinator-token-file needs --flink: a coordinator that the run starts requires none");
      }
      return null;
    }
    for (String option : NAMES) {
      if (!given.has(option)) {
        given.problem(option + " is missing: a run on external servers needs " + NAMES);
      }
    }
    given.refuse("--flink", STARTED_SERVERS_ONLY);
    Path token = coordinatorTokenFile;
    if (token != null && !Files.isReadable(token)) {
      given.problem(
          "--coordinator-token-file is '%s': there is no file that can be read".formatted(token));
    }
    Path folder = sharedFolder == null ? Path.of("") : sharedFolder;
    given.requireFolder("--shared-folder", sharedFolder);
    return new ExternalServers(
        new Endpoints(
            flink == null ? NOWHERE : flink,
            kafka == null ? "" : kafka,
            redis,
            new CoordinatorAddress(
                coordinator == null ? NOWHERE : coordinator, Optional.ofNullable(token)),
            folder.toAbsolutePath(),
            "Flink's own logs"),
        emptyRedis);
  }

  /** Notation of the addresses of Flink and the coordinator. */
  private static final class HttpAddress implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
      try {
        URI url = URI.create(text);
        if (url.getHost() != null
            && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
          return url;
        }
      } catch (IllegalArgumentException e) {
        // Reported below like an address of another kind.
      }
      throw new TypeConversionException("use an address like http://host:8081");
    }
  }

  /** Notation of {@code --redis}. */
  private static final class RedisAddress implements ITypeConverter<String> {
    /**
     * With a login or without; a colon in a host without brackets would hide where the port begins.
     */
    private static final Pattern ADDRESS =
        Pattern.compile(
            "rediss?://(?:[^@/\\s]*@)?(?:\\[[0-9A-Fa-f:.]+]|[^\\s:/\\[\\]@]+):\\d{1,5}(\\?\\S+)?");

    @Override
    public String convert(String text) {
      if (!ADDRESS.matcher(text).matches()) {
        throw new TypeConversionException(
            "use redis://host:port, separated by commas, with an IPv6 address in brackets");
      }
      return text;
    }
  }
}
