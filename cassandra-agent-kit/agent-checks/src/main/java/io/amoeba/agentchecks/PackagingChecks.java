package io.amoeba.agentchecks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * The jar that goes into Cassandra's lib folder, next to everybody else's classes. The system
 * property {@code amoeba.jar} names it.
 */
public abstract class PackagingChecks {

  private static final Path JAR = Path.of(System.getProperty("amoeba.jar"));

  private final String packageFolder;
  private final Class<?> premain;
  private final Class<?> ownClass;

  /**
   * Of one agent.
   *
   * @param packageFolder of all its classes, as {@code io/amoeba/hints}
   * @param premain its entry
   * @param ownClass any class that comes from another module and keeps its name
   */
  protected PackagingChecks(String packageFolder, Class<?> premain, Class<?> ownClass) {
    this.packageFolder = packageFolder;
    this.premain = premain;
    this.ownClass = ownClass;
  }

  @Test
  public void everyClassIsBelowTheAgentsOwnPackage() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> classes =
          jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).toList();

      assertThat(classes)
          .hasSizeGreaterThan(100)
          .doesNotHaveDuplicates()
          .allMatch(name -> name.startsWith(packageFolder + "/"))
          .contains(ownClass.getName().replace('.', '/') + ".class")
          .contains(packageFolder + "/shaded/bytebuddy/asm/Advice.class");
    }
  }

  @Test
  public void theManifestNamesTheAgentAndItsVersion() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
          .isEqualTo(premain.getName());
      assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
          .isNotBlank();
    }
  }
}
