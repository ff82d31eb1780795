package io.amoeba.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {
  private static final String PROPERTY = "amoeba.java-command-test.jar";

  @AfterEach
  void nameNoJar() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void aBuiltJarIsTheFileThatTheBuildNames(@TempDir Path folder) throws Exception {
    Path jar = Files.createFile(folder.resolve("agent.jar"));
    System.setProperty(PROPERTY, jar.toString());

    assertThat(JavaCommand.builtJar(PROPERTY)).isEqualTo(jar);
  }

  @Test
  void aJarThatIsNotBuiltIsAnErrorWithTheRemedy(@TempDir Path folder) {
    assertThatThrownBy(() -> JavaCommand.builtJar(PROPERTY))
        .hasMessage("-D%s=null names no file: build it with `mvn package`", PROPERTY);
    System.setProperty(PROPERTY, folder.toString());

    assertThatThrownBy(() -> JavaCommand.builtJar(PROPERTY))
        .hasMessageContaining("=%s names no file", folder);
  }
}
