package io.amoeba.embedded.redis;

import io.amoeba.embedded.process.ServerException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The redis-server program: the one that the system property {@value #EXECUTABLE_PROPERTY} names,
 * or else the installed one if it is 7.0 or newer, or else the 6.2 one that the embedded-redis jar
 * carries. Immutable.
 */
public record RedisBinary(Path executable, boolean bundled) {
  /** System property that names the redis-server program to use. */
  public static final String EXECUTABLE_PROPERTY = "amoeba.redis.executable";

  // CLUSTER SHARDS and fixes of cluster mode came with 7.0.
  private static final int FIRST_MAJOR = 7;
  private static final Pattern VERSION = Pattern.compile("\\bv=(\\d+)\\.");
  private static final long VERSION_WAIT_SECONDS = 5;

  /**
   * Finds the program, and extracts it into {@code folder} if it is the bundled one.
   *
   * @throws ServerException if this platform has no bundled program and none is installed
   */
  public static RedisBinary find(Path folder) {
    return present()
        .map(path -> new RedisBinary(path, false))
        .orElseGet(() -> new RedisBinary(extract(folder), true));
  }

  /** The program that {@link #find} finds without the bundled one. */
  static Optional<Path> present() {
    return Optional.ofNullable(System.getProperty(EXECUTABLE_PROPERTY))
        .map(Path::of)
        .or(RedisBinary::installed);
  }

  /** The bundled program, extracted into a folder that has none yet; empty if none fits here. */
  static Optional<Path> extracted(Path folder) {
    return resource().map(name -> extract(folder));
  }

  /** Why {@link #find} would fail; empty if it would not. */
  public static Optional<String> problem() {
    String named = System.getProperty(EXECUTABLE_PROPERTY);
    if (named == null) {
      return installed().isPresent() || resource().isPresent()
          ? Optional.empty()
          : Optional.of(noProgram());
    }
    return Files.isExecutable(Path.of(named))
        ? Optional.empty()
        : Optional.of(
            "-D%s=%s is not a program: name the path of redis-server"
                .formatted(EXECUTABLE_PROPERTY, named));
  }

  private static Optional<Path> installed() {
    String searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst()
        .filter(program -> majorVersion(program) >= FIRST_MAJOR);
  }

  /** The first number of the program's version, of Redis or Valkey; 0 if it does not say. */
  public int majorVersion() {
    return majorVersion(executable);
  }

  private static int majorVersion(Path executable) {
    try {
      Process process =
          new ProcessBuilder(executable.toString(), "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(VERSION_WAIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return majorVersion(output);
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  static int majorVersion(String output) {
    Matcher matcher = VERSION.matcher(output);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** The jar's entry with the bundled program; empty if none fits this machine. */
  static Optional<String> resource() {
    return resource(System.getProperty("os.name"), System.getProperty("os.arch"))
        .filter(name -> RedisBinary.class.getResource(name) != null);
  }

  static Optional<String> resource(String osName, String osArch) {
    boolean arm = osArch.equals("aarch64");
    if (!arm && !osArch.equals("amd64") && !osArch.equals("x86_64")) {
      return Optional.empty();
    }
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("linux")) {
      return Optional.of(
          arm ? "/redis-server-6.2.7-linux-arm64" : "/redis-server-6.2.6-v5-linux-amd64");
    }
    if (os.startsWith("mac")) {
      return Optional.of("/redis-server-6.2.6-v5-darwin-" + (arm ? "arm64" : "amd64"));
    }
    return Optional.empty();
  }

  private static Path extract(Path folder) {
    String name = resource().orElseThrow(() -> new ServerException(noProgram()));
    Path target = folder.resolve("redis-server");
    try (InputStream content = RedisBinary.class.getResourceAsStream(name)) {
      if (content == null) {
        throw new ServerException(noProgram());
      }
      Files.copy(content, target);
      if (!target.toFile().setExecutable(true, true)) {
        throw new ServerException(
            "Cannot make " + target + " executable: choose another run folder");
      }
      return target;
    } catch (IOException e) {
      throw new ServerException("Cannot extract redis-server to " + target, e);
    }
  }

  private static String noProgram() {
    return "No redis-server for %s on %s: install Redis 7.0 or newer, or name the program with -D%s"
        .formatted(
            System.getProperty("os.name"), System.getProperty("os.arch"), EXECUTABLE_PROPERTY);
  }
}
