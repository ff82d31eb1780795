package io.amoeba.agentkit.symbols;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/** Whether the Cassandra at hand has everything that an agent patches, calls and reads. */
public final class TargetCheck {

  private static final String VERSION_FILE = "org/apache/cassandra/config/version.properties";

  private static final Set<SymbolReference> NONE = Set.of();

  private TargetCheck() {}

  /**
   * Of the Cassandra on the class path, what {@code inJar}'s jar wants and does not find.
   *
   * @param known all release lines that the agent knows
   * @param ownPackage of the agent's classes, as "io/amoeba/streaming/"
   */
  public static List<String> missing(
      List<ReleaseSymbols> known, Class<?> inJar, String ownPackage) {
    try {
      return missing(
          known,
          version(),
          ClassFileLocator.ForClassLoader.ofSystemLoader(),
          AgentJar.of(inJar, ownPackage));
    } catch (IOException e) {
      return List.of("the agent's own jar cannot be read: " + e);
    }
  }

  /** Of a Cassandra in a jar, what {@code agentJar} wants and does not find. */
  public static List<String> missing(
      List<ReleaseSymbols> known, String version, File cassandraJar, AgentJar agentJar)
      throws IOException {
    // With the JDK, as in a node: what it brings is looked up, not taken for granted.
    try (ClassFileLocator cassandra =
        new ClassFileLocator.Compound(
            ClassFileLocator.ForJarFile.of(cassandraJar),
            ClassFileLocator.ForClassLoader.ofPlatformLoader())) {
      return missing(known, version, cassandra, agentJar);
    }
  }

  private static List<String> missing(
      List<ReleaseSymbols> known, String version, ClassFileLocator cassandra, AgentJar agentJar)
      throws IOException {
    Optional<ReleaseSymbols> ofVersion = ReleaseSymbols.of(version, known);
    if (ofVersion.isEmpty()) {
      String lines =
          known.stream()
              .map(symbols -> symbols.releaseLine() + ".x")
              .collect(Collectors.joining(" or "));
      return List.of("a release " + lines + "; this is " + version);
    }
    ReleaseSymbols symbols = ofVersion.get();
    ClassSymbols available = new ClassSymbols(cassandra);
    List<String> missing = new ArrayList<>();
    for (Target target : symbols.targets()) {
      boolean needed = !target.optional() || available.hasType(target.type());
      if (needed && !available.declares(target.type(), target.method(), target.descriptor())) {
        missing.add(target.type() + "#" + target.method() + target.descriptor());
      }
      for (SymbolReference field : needed ? agentJar.fieldsFor(target) : NONE) {
        if (!available.has(field)) {
          missing.add(field.toString());
        }
      }
    }
    for (SymbolReference reference : agentJar.references()) {
      if (!available.has(reference)) {
        missing.add(reference.toString());
      }
    }
    for (SymbolReference reference : symbols.reflective()) {
      if (!available.has(reference)) {
        missing.add(reference + ", by reflection");
      }
    }
    return missing;
  }

  /** The version of the Cassandra on the class path, read without its classes. */
  public static String version() {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(VERSION_FILE)) {
      return version(in);
    } catch (IOException e) {
      return "of unknown version (" + e + ")";
    }
  }

  public static String version(@Nullable InputStream in) throws IOException {
    Properties properties = new Properties();
    if (in != null) {
      properties.load(in);
    }
    return properties.getProperty("CassandraVersion", "of unknown version");
  }
}
