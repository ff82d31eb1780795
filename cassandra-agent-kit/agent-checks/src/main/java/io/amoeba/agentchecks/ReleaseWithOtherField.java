package io.amoeba.agentchecks;

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
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A release of Cassandra in which a class declares a field with another name, or another type.
 * Stateless.
 */
public final class ReleaseWithOtherField {

  private ReleaseWithOtherField() {}

  /**
   * A copy of a release.
   *
   * @param type internal name of the class
   * @param renamed whether it is the name that differs
   */
  public static File make(File release, Path folder, String type, String field, boolean renamed)
      throws IOException {
    Path copy = folder.resolve("cassandra.jar");
    Files.copy(release.toPath(), copy, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      Path file = jar.getPath(type + ".class");
      ClassWriter changed = new ClassWriter(0);
      new ClassReader(Files.readAllBytes(file))
          .accept(
              new ClassVisitor(Opcodes.ASM9, changed) {
                @Override
                public FieldVisitor visitField(
                    int access, String name, String descriptor, String signature, Object value) {
                  boolean other = name.equals(field);
                  return super.visitField(
                      access,
                      other && renamed ? "another" : name,
                      other && !renamed ? "Ljava/lang/Object;" : descriptor,
                      null,
                      value);
                }
              },
              0);
      Files.write(file, changed.toByteArray());
    }
    return copy.toFile();
  }
}
