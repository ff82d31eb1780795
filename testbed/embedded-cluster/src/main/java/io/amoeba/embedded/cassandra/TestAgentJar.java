package io.amoeba.embedded.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A package of test classes as a Java agent, so that a test's code runs in a node. Stateless. */
public final class TestAgentJar {

  private TestAgentJar() {}

  /**
   * Writes the jar into the folder: all classes of the entry's package, which must need no others.
   *
   * @param entry the agent's class, with a method {@code premain}
   * @param classes the folder that the build has compiled it into
   */
  public static Path make(Path folder, Class<?> entry, Path classes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", entry.getName());
    Path jar = folder.resolve(entry.getSimpleName() + ".jar");
    String types = entry.getPackageName().replace('.', '/');
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        DirectoryStream<Path> files = Files.newDirectoryStream(classes.resolve(types), "*.class")) {
      for (Path file : files) {
        out.putNextEntry(new JarEntry(types + "/" + file.getFileName()));
        try (InputStream in = Files.newInputStream(file)) {
          in.transferTo(out);
        }
      }
    }
    return jar;
  }
}
