package io.amoeba.streaming.compat;

import io.amoeba.agentkit.symbols.Target;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A release of Cassandra without methods that the agent patches. */
final class ReleaseWithoutTargets {

  private ReleaseWithoutTargets() {}

  static File make(File release, Path folder, List<Target> removed) throws IOException {
    Path copy = folder.resolve("cassandra.jar");
    Files.copy(release.toPath(), copy, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      for (Target target : removed) {
        Path file = jar.getPath(target.type().replace('.', '/') + ".class");
        Files.write(file, without(target, Files.readAllBytes(file)));
      }
    }
    return copy.toFile();
  }

  private static byte[] without(Target target, byte[] classFile) {
    ClassWriter changed = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9, changed) {
              @Override
              public @Nullable MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] thrown) {
                return name.equals(target.method()) && descriptor.equals(target.descriptor())
                    ? null
                    : super.visitMethod(access, name, descriptor, signature, thrown);
              }
            },
            0);
    return changed.toByteArray();
  }
}
