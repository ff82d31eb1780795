package io.amoeba.agentchecks;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A release of Cassandra of which some classes declare something else. Stateless. */
final class ChangedRelease {

  private ChangedRelease() {}

  /**
   * A copy of a release.
   *
   * @param folder that it is written into
   * @param changes of classes, by their internal names
   */
  static File make(File release, Path folder, Map<String, UnaryOperator<ClassVisitor>> changes)
      throws IOException {
    Path copy = folder.resolve("cassandra.jar");
    Files.copy(release.toPath(), copy, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      for (Map.Entry<String, UnaryOperator<ClassVisitor>> change : changes.entrySet()) {
        Path file = jar.getPath(change.getKey() + ".class");
        ClassWriter changed = new ClassWriter(0);
        new ClassReader(Files.readAllBytes(file)).accept(change.getValue().apply(changed), 0);
        Files.write(file, changed.toByteArray());
      }
    }
    return copy.toFile();
  }

  /**
   * A field has another name, or else another type.
   *
   * @param renamed whether it has another name
   */
  static UnaryOperator<ClassVisitor> otherField(String field, boolean renamed) {
    return changed ->
        new ClassVisitor(Opcodes.ASM9, changed) {
          @Override
          public FieldVisitor visitField(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              @Nullable Object value) {
            boolean other = name.equals(field);
            return super.visitField(
                access,
                other && renamed ? "another" : name,
                other && !renamed ? "Ljava/lang/Object;" : descriptor,
                null,
                value);
          }
        };
  }

  /**
   * Some methods are absent.
   *
   * @param absent by name and descriptor
   */
  static UnaryOperator<ClassVisitor> withoutMethods(BiPredicate<String, String> absent) {
    return changed ->
        new ClassVisitor(Opcodes.ASM9, changed) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] thrown) {
            return absent.test(name, descriptor)
                ? null
                : super.visitMethod(access, name, descriptor, signature, thrown);
          }
        };
  }
}
