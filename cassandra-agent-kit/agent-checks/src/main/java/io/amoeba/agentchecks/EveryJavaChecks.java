package io.amoeba.agentchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * The shaded jar in real JVMs: this one's, its neighbours on the machine, and the JDK 11 that
 * {@code -Damoeba.test.jdk-11} names. The system properties {@code amoeba.jar} and {@code
 * amoeba.linkage} name the jar and the folder of Cassandra's jars.
 */
public abstract class EveryJavaChecks {

  private static final String JAR = System.getProperty("amoeba.jar");
  private static final Path RELEASES = Path.of(System.getProperty("amoeba.linkage"));
  private static final int VERSION_AT = 6;
  private static final int JAVA_8 = 52;
  private static final int JAVA_11 = 55;

  private final String product;
  private final String packageFolder;
  private final int exitCodeOfWrongOptions;

  @TempDir Path folder;

  /**
   * Of one agent.
   *
   * @param product how its messages begin
   * @param packageFolder of all its classes, as {@code io/amoeba/hints}
   * @param exitCodeOfWrongOptions 0 when Cassandra starts without the agent then
   */
  protected EveryJavaChecks(String product, String packageFolder, int exitCodeOfWrongOptions) {
    this.product = product;
    this.packageFolder = packageFolder;
    this.exitCodeOfWrongOptions = exitCodeOfWrongOptions;
  }

  private record Answer(int exitCode, List<String> lines) {}

  /** Every JDK on this machine that the tests know of. */
  public static Set<Path> jdks() throws IOException {
    List<Path> folders = new ArrayList<>();
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    folders.add(home);
    try (Stream<Path> neighbours = Files.list(home.getParent())) {
      neighbours.forEach(folders::add);
    }
    String oldest = System.getProperty("amoeba.test.jdk-11");
    if (oldest != null) {
      folders.add(Path.of(oldest));
    }
    Set<Path> jdks = new LinkedHashSet<>();
    for (Path jdk : folders) {
      if (Files.isExecutable(jdk.resolve("bin/java"))) {
        jdks.add(jdk.toRealPath());
      }
    }
    return jdks;
  }

  private Answer java(Path jdk, List<String> words, String toolOptions) throws Exception {
    List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
    command.addAll(words);
    command.add("-version");
    Path output = folder.resolve("output");
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    process.environment().remove("JDK_JAVA_OPTIONS");
    process.environment().put("JAVA_TOOL_OPTIONS", toolOptions);
    Process started = process.start();
    assertThat(started.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return new Answer(started.exitValue(), Files.readAllLines(output));
  }

  @Test
  public void theEntryIsOfJava8AndAllElseOfJava11() throws Exception {
    try (JarFile jar = new JarFile(JAR)) {
      for (JarEntry entry :
          jar.stream().filter(file -> file.getName().endsWith(".class")).toList()) {
        try (InputStream in = jar.getInputStream(entry)) {
          int version = ByteBuffer.wrap(in.readNBytes(8)).getShort(VERSION_AT);
          boolean first = entry.getName().contains("/start/");
          assertThat(version).as(entry.getName()).isLessThanOrEqualTo(first ? JAVA_8 : JAVA_11);
        }
      }
      assertThat(jar.getEntry(packageFolder + "/shaded/agentkit/start/AgentStart.class"))
          .isNotNull();
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  public void withoutCassandraItSaysOneLineAndLeavesTheProcessAlone(Path jdk) throws Exception {
    List<String> plain = java(jdk, List.of(), "").lines();

    for (Answer answer :
        List.of(
            java(jdk, List.of("-javaagent:" + JAR), ""),
            java(jdk, List.of(), "-javaagent:" + JAR))) {
      assertThat(answer.exitCode()).as(answer.toString()).isZero();
      assertThat(answer.lines()).containsAll(plain.subList(plain.size() - 3, plain.size()));
      assertThat(answer.lines().stream().filter(line -> !line.startsWith("Picked up")).toList())
          .hasSize(4)
          .first()
          .asString()
          .startsWith(
              product + ": the agent stays inactive in this process: its class path is not");
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  public void withCassandraItReadsItsOptions(Path jdk) throws Exception {
    Answer right = java(jdk, inCassandra(""), "");
    assertThat(right.exitCode()).as(right.toString()).isZero();
    assertThat(right.lines()).noneMatch(line -> line.contains(product));

    Answer wrong = java(jdk, inCassandra("=colour=red"), "");
    assertThat(wrong.exitCode()).as(wrong.toString()).isEqualTo(exitCodeOfWrongOptions);
    assertThat(wrong.lines())
        .anyMatch(line -> line.contains("colour=red: there is no such option"));
  }

  private static List<String> inCassandra(String options) throws Exception {
    String yaml =
        Path.of(Yaml.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    return List.of(
        "-javaagent:" + JAR + options,
        "-cp",
        RELEASES.resolve("cassandra-all-5.0.9.jar") + File.pathSeparator + yaml);
  }
}
