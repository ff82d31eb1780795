package io.amoeba.partitioner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jar that goes into Flink's lib folder, next to everybody else's classes. */
class PackagingIT {

  private static final Path JAR = Path.of(System.getProperty("amoeba.jar"));

  @Test
  void everyClassIsBelowItsOwnPackageAndReadableByJavaEleven() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<JarEntry> classes =
          jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();

      assertThat(classes).hasSizeGreaterThan(100);
      for (JarEntry entry : classes) {
        assertThat(entry.getName()).startsWith("io/amoeba/partitioner/");
        assertThat(classVersion(jar, entry)).as(entry.getName()).isLessThanOrEqualTo(55);
        if (!entry.getName().contains("/shaded/")) {
          assertThat(classVersion(jar, entry)).as(entry.getName()).isEqualTo(55);
        }
      }
    }
  }

  @Test
  void theJsonReaderIsTakenAlongUnderAnotherNameWithItsLicence() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().map(JarEntry::getName).toList();

      assertThat(names)
          .contains("io/amoeba/partitioner/shaded/jackson/core/JsonFactory.class")
          .noneMatch(name -> name.startsWith("com/fasterxml"))
          .noneMatch(name -> name.startsWith("META-INF/versions"))
          .noneMatch(name -> name.endsWith("module-info.class"))
          .anyMatch(name -> name.matches("META-INF/LICENSE.*"))
          .anyMatch(name -> name.matches("META-INF/NOTICE.*"));
      assertThat(names.stream().filter(name -> name.matches("META-INF/services/.+")))
          .allMatch(name -> name.startsWith("META-INF/services/io.amoeba."));
    }
  }

  private static int classVersion(JarFile jar, JarEntry entry) throws IOException {
    try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
      in.readInt();
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
