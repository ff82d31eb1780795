package io.amoeba.streaming.compat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import net.bytebuddy.dynamic.ClassFileLocator;

/** Whether the Cassandra at hand has everything that the agent patches, calls and reads. */
public final class TargetCheck {

  private static final String VERSION_FILE = "org/apache/cassandra/config/version.properties";

  private TargetCheck() {}

  /** Of the Cassandra on the class path, what {@code inJar}'s jar wants and does not find. */
  public static List<String> missing(TargetSymbols symbols, Class<?> inJar) {
    try {
      return missing(
          symbols,
          version(),
          ClassFileLocator.ForClassLoader.ofSystemLoader(),
          new File(inJar.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException | IOException e) {
      return List.of("the agent's own jar cannot be read: " + e);
    }
  }

  /** Of a Cassandra in a jar, what {@code agentJar} wants and does not find. */
  static List<String> missing(
      TargetSymbols symbols, String version, File cassandraJar, File agentJar) throws IOException {
    try (ClassFileLocator cassandra = ClassFileLocator.ForJarFile.of(cassandraJar)) {
      return missing(symbols, version, cassandra, agentJar);
    }
  }

  private static List<String> missing(
      TargetSymbols symbols, String version, ClassFileLocator cassandra, File agentJar)
      throws IOException {
    if (!symbols.supports(version)) {
      return List.of("a release " + symbols.releaseLine() + ".x; this is " + version);
    }
    ClassSymbols available = new ClassSymbols(cassandra);
    List<String> missing = new ArrayList<>();
    for (Target target : symbols.targets()) {
      boolean needed = !target.optional() || available.hasType(target.type());
      if (needed && !available.declares(target.type(), target.method(), target.descriptor())) {
        missing.add(target.type() + "#" + target.method() + target.descriptor());
      }
    }
    for (SymbolReference reference : references(agentJar)) {
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

  private static Set<SymbolReference> references(File jarFile) throws IOException {
    Set<SymbolReference> references = new LinkedHashSet<>();
    try (JarFile jar = new JarFile(jarFile)) {
      List<JarEntry> classes =
          jar.stream()
              .filter(entry -> entry.getName().startsWith("io/amoeba/streaming/"))
              .filter(entry -> !entry.getName().startsWith("io/amoeba/streaming/shaded/"))
              .filter(entry -> entry.getName().endsWith(".class"))
              .toList();
      for (JarEntry entry : classes) {
        try (InputStream in = jar.getInputStream(entry)) {
          references.addAll(SymbolReference.of(in.readAllBytes()));
        }
      }
    }
    return references;
  }

  /** The version of the Cassandra on the class path, read without its classes. */
  public static String version() {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(VERSION_FILE)) {
      return version(in);
    } catch (IOException e) {
      return "of unknown version (" + e + ")";
    }
  }

  static String version(@org.jspecify.annotations.Nullable InputStream in) throws IOException {
    Properties properties = new Properties();
    if (in != null) {
      properties.load(in);
    }
    return properties.getProperty("CassandraVersion", "of unknown version");
  }
}
