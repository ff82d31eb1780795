package io.amoeba.shift.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentchecks.LinkageChecks;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraLinkageIT extends LinkageChecks {

  CassandraLinkageIT() {
    super(
        TargetSymbols.CASSANDRA_5_0,
        "io/amoeba/shift/",
        "5.0.0",
        "5.0.1",
        "5.0.2",
        "5.0.3",
        "5.0.4",
        "5.0.5",
        "5.0.6",
        "5.0.7",
        "5.0.8",
        "5.0.9");
  }

  /** One that is patched, and those that move reads and tell other nodes. */
  @ParameterizedTest
  @CsvSource({
    "service/CassandraDaemon, setup",
    "locator/DynamicEndpointSnitch, addSeverity",
    "gms/Gossiper, addLocalApplicationState"
  })
  void aReleaseWithoutAMethodThatTheAgentNeedsIsRefused(
      String type, String method, @TempDir Path folder) throws IOException {
    File release = withoutMethod("org/apache/cassandra/" + type, method, folder);

    assertThat(missing(release, "5.0.10"))
        .isNotEmpty()
        .allMatch(symbol -> symbol.contains(type.replace('/', '.') + "#" + method + "("));
  }

  private static File withoutMethod(String type, String method, Path folder) throws IOException {
    Path copy = folder.resolve("cassandra.jar");
    Files.copy(release("5.0.9").toPath(), copy, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      Path file = jar.getPath(type + ".class");
      ClassWriter changed = new ClassWriter(0);
      new ClassReader(Files.readAllBytes(file))
          .accept(
              new ClassVisitor(Opcodes.ASM9, changed) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  String other = name.equals(method) ? "another" : name;
                  return super.visitMethod(access, other, descriptor, signature, thrown);
                }
              },
              0);
      Files.write(file, changed.toByteArray());
    }
    return copy.toFile();
  }
}
