package io.amoeba.freshreads.linkage;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** The jar of a release of lettuce, and the JDK, read without loading a class. */
final class LettuceRelease implements AutoCloseable {

  /** What a class declares, and where the rest may come from. */
  private record Declared(Set<String> members, List<String> parents) {}

  private final ClassFileLocator files;
  private final Map<String, Optional<Declared>> known = new HashMap<>();

  LettuceRelease(File jar) throws IOException {
    this.files =
        new ClassFileLocator.Compound(
            ClassFileLocator.ForJarFile.of(jar),
            ClassFileLocator.ForClassLoader.ofPlatformLoader());
  }

  /** Whether the symbol is in its class or above. */
  boolean has(LettuceSymbol symbol) {
    return has(symbol.owner(), symbol.member());
  }

  private boolean has(String owner, String member) {
    Optional<Declared> declared = known.computeIfAbsent(owner, this::read);
    return declared.isPresent()
        && (member.isEmpty()
            || declared.get().members().contains(member)
            || declared.get().parents().stream().anyMatch(parent -> has(parent, member)));
  }

  private Optional<Declared> read(String owner) {
    try {
      ClassFileLocator.Resolution file = files.locate(owner.replace('/', '.'));
      return file.isResolved() ? Optional.of(parse(file.resolve())) : Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(owner + " cannot be read", e);
    }
  }

  private static Declared parse(byte[] classFile) {
    Set<String> members = new HashSet<>();
    ClassReader reader = new ClassReader(classFile);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] thrown) {
            members.add(name + descriptor);
            return null;
          }

          @Override
          public @Nullable FieldVisitor visitField(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              @Nullable Object value) {
            members.add(name + descriptor);
            return null;
          }
        },
        ClassReader.SKIP_CODE);
    List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
    if (reader.getSuperName() != null) {
      parents.add(reader.getSuperName());
    }
    return new Declared(members, parents);
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
