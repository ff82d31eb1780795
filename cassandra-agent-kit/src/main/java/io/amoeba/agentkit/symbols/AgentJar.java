package io.amoeba.agentkit.symbols;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * An agent's packaged jar. Immutable.
 *
 * @param ownPackage of the agent's classes, as "io/amoeba/streaming/"; relocated classes are in
 *     "shaded/" below, Byte Buddy's in "shaded/bytebuddy/"
 */
public record AgentJar(File file, String ownPackage) {

  /** The jar that a class comes from. Throws IOException when it comes from none. */
  public static AgentJar of(Class<?> inJar, String ownPackage) throws IOException {
    try {
      return new AgentJar(
          new File(inJar.getProtectionDomain().getCodeSource().getLocation().toURI()), ownPackage);
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Cassandra's methods and fields that the agent's own classes and the kit's name. */
  Set<SymbolReference> references() throws IOException {
    Set<SymbolReference> references = new LinkedHashSet<>();
    try (JarFile jar = new JarFile(file)) {
      List<JarEntry> classes =
          jar.stream()
              .filter(entry -> entry.getName().startsWith(ownPackage))
              .filter(entry -> !entry.getName().startsWith(ownPackage + "shaded/bytebuddy/"))
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

  /** Fields of the patched class, or of those above it, that the target's advice reads. */
  Set<SymbolReference> fieldsFor(Target target) throws IOException {
    String advice = target.advice().replace('.', '/') + ".class";
    try (JarFile jar = new JarFile(file)) {
      JarEntry entry = jar.getJarEntry(advice);
      if (entry == null) {
        throw new FileNotFoundException(advice + " in " + file);
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return AdviceFields.of(in.readAllBytes(), target.type().replace('.', '/'));
      }
    }
  }
}
