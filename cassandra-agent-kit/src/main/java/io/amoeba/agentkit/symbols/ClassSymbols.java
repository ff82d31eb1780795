package io.amoeba.agentkit.symbols;

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

/** Methods and fields of class files, read without loading a class. Confined to one thread. */
final class ClassSymbols {

  /** What a class declares, and where the rest may come from. */
  private record Declared(Set<String> members, List<String> parents) {}

  private final ClassFileLocator locator;
  private final Map<String, Optional<Declared>> known = new HashMap<>();

  ClassSymbols(ClassFileLocator locator) {
    this.locator = locator;
  }

  boolean hasType(String type) throws IOException {
    return read(type.replace('.', '/')).isPresent();
  }

  boolean declares(String type, String method, String descriptor) throws IOException {
    return read(type.replace('.', '/'))
        .map(declared -> declared.members().contains(method + descriptor))
        .orElse(false);
  }

  /**
   * Whether the symbol is in its class or above; a method that a library at hand may bring, which
   * is not there to be read, is taken for granted.
   */
  boolean has(SymbolReference reference) throws IOException {
    return has(reference.owner(), reference);
  }

  private boolean has(String owner, SymbolReference reference) throws IOException {
    Optional<Declared> declared = read(owner);
    if (declared.isEmpty()) {
      return !owner.startsWith("org/apache/cassandra/") && !reference.isField();
    }
    if (declared.get().members().contains(reference.name() + reference.descriptor())) {
      return true;
    }
    for (String parent : declared.get().parents()) {
      if (!parent.equals("java/lang/Object") && has(parent, reference)) {
        return true;
      }
    }
    return isOfObject(reference);
  }

  private static boolean isOfObject(SymbolReference reference) {
    return List.of(
            "equals(Ljava/lang/Object;)Z",
            "hashCode()I",
            "toString()Ljava/lang/String;",
            "getClass()Ljava/lang/Class;")
        .contains(reference.name() + reference.descriptor());
  }

  private Optional<Declared> read(String owner) throws IOException {
    Optional<Declared> cached = known.get(owner);
    if (cached == null) {
      ClassFileLocator.Resolution file = locator.locate(owner.replace('/', '.'));
      cached = file.isResolved() ? Optional.of(parse(file.resolve())) : Optional.empty();
      known.put(owner, cached);
    }
    return cached;
  }

  private static Declared parse(byte[] classFile) {
    Set<String> members = new HashSet<>();
    ClassReader reader = new ClassReader(classFile);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            members.add(name + descriptor);
            return null;
          }

          @Override
          public @Nullable FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
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
}
