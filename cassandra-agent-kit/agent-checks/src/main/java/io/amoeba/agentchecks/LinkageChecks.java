package io.amoeba.agentchecks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.amoeba.agentkit.symbols.AgentJar;
import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.Target;
import io.amoeba.agentkit.symbols.TargetCheck;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassVisitor;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The shaded agent against real releases of Cassandra, supported and not. The system property
 * {@code amoeba.jar} names the agent's jar, {@code amoeba.linkage} the folder of the releases.
 */
public abstract class LinkageChecks {

  private static final Path RELEASES = Path.of(System.getProperty("amoeba.linkage"));

  private final List<ReleaseSymbols> known;
  private final List<String> supported;
  private final AgentJar agent;

  /**
   * Of one agent.
   *
   * @param known its release lines
   * @param classes beginning of the path of all its classes, as {@code io/amoeba/hints/}
   * @param supported versions of the releases that it patches
   */
  protected LinkageChecks(List<ReleaseSymbols> known, String classes, String... supported) {
    this.known = known;
    this.supported = List.of(supported);
    this.agent = new AgentJar(new File(System.getProperty("amoeba.jar")), classes);
  }

  @TestFactory
  public Stream<DynamicTest> supportedReleasesHaveEverything() {
    return supported.stream()
        .map(
            version ->
                DynamicTest.dynamicTest(
                    version, () -> assertThat(missing(version, version)).isEmpty()));
  }

  @Test
  public void anotherReleaseLineIsRefusedByItsVersion() throws IOException {
    String lines =
        known.stream()
            .map(symbols -> symbols.releaseLine() + ".x")
            .collect(Collectors.joining(" or "));
    assertThat(missing("4.1.10", "4.0.17"))
        .containsExactly("a release " + lines + "; this is 4.0.17");
  }

  @Test
  public void anotherReleaseLineIsRefusedByItsSymbols() throws IOException {
    assertThat(missing("4.1.10", "5.0.10")).isNotEmpty();
  }

  /**
   * A field that a patch reads has another name, and then another type: nothing is patched.
   *
   * @param type internal name of its class, below Cassandra's package
   */
  protected final void refusesOtherField(String type, String field, Path folder)
      throws IOException {
    String patched = "org/apache/cassandra/" + type;
    for (boolean renamed : new boolean[] {true, false}) {
      File release =
          ChangedRelease.make(
              release("5.0.9"), folder, Map.of(patched, ChangedRelease.otherField(field, renamed)));

      assertThat(missing(release, "5.0.10"))
          .singleElement(STRING)
          .startsWith(patched.replace('/', '.') + "#" + field + " L");
    }
  }

  /**
   * What a supported release lacks without some methods.
   *
   * @param type internal name of their class, below Cassandra's package
   * @param method the name of all of them
   */
  protected final List<String> missingWithout(String type, String method, Path folder)
      throws IOException {
    return missing(
        ChangedRelease.make(
            release("5.0.9"),
            folder,
            Map.of(
                "org/apache/cassandra/" + type,
                ChangedRelease.withoutMethods((name, descriptor) -> name.equals(method)))),
        "5.0.10");
  }

  /** What a supported release lacks without any method that the agent patches. */
  protected final List<String> missingWithoutTargets(Path folder) throws IOException {
    Map<String, UnaryOperator<ClassVisitor>> changes = new HashMap<>();
    for (Target target : ReleaseSymbols.of("5.0.9", known).orElseThrow().targets()) {
      changes.merge(
          target.type().replace('.', '/'),
          ChangedRelease.withoutMethods(
              (name, descriptor) ->
                  name.equals(target.method()) && descriptor.equals(target.descriptor())),
          (one, other) -> changed -> one.apply(other.apply(changed)));
    }
    return missing(ChangedRelease.make(release("5.0.9"), folder, changes), "5.0.10");
  }

  /** What a release lacks that says that it has a version. */
  protected final List<String> missing(String release, String version) throws IOException {
    return missing(release(release), version);
  }

  private List<String> missing(File release, String version) throws IOException {
    return TargetCheck.missing(known, version, release, agent);
  }

  /** The jar of a release. */
  protected static File release(String version) {
    return RELEASES.resolve("cassandra-all-" + version + ".jar").toFile();
  }
}
