package io.amoeba.streaming.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.start.Premain;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jar that goes into Cassandra's lib folder, next to everybody else's classes. */
class PackagingIT {

  private static final Path JAR = Path.of(System.getProperty("amoeba.jar"));

  @Test
  void everyClassIsBelowTheAgentsOwnPackage() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> classes =
          jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).toList();

      assertThat(classes)
          .hasSizeGreaterThan(100)
          .doesNotHaveDuplicates()
          .allMatch(name -> name.startsWith("io/amoeba/streaming/"))
          .contains("io/amoeba/streaming/protocol/join/JoinDriver.class")
          .contains("io/amoeba/streaming/shaded/bytebuddy/asm/Advice.class");
    }
  }

  @Test
  void theManifestNamesTheAgentAndItsVersion() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
          .isEqualTo(Premain.class.getName());
      assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
          .isNotBlank();
    }
  }
}
