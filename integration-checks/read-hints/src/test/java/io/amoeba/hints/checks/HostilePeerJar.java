package io.amoeba.hints.checks;

import io.amoeba.hints.checks.hostile.HostilePeer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The hostile peer as a Java agent that nodes can be started with. */
final class HostilePeerJar {

  private HostilePeerJar() {}

  static Path make(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", HostilePeer.class.getName());
    Path jar = folder.resolve("hostile-peer.jar");
    Path classes = Path.of("target", "test-classes");
    String types = HostilePeer.class.getPackageName().replace('.', '/');
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
