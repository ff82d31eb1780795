package io.amoeba.freshreads.linkage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * What the class files of a folder want of lettuce.
 *
 * @param named classes, methods and fields that code names
 * @param declared methods of classes below one of lettuce's, as members of that one: those that it
 *     has are overridden
 */
record LettuceReferences(Set<LettuceSymbol> named, Set<LettuceSymbol> declared) {

  static LettuceReferences in(Path folder) throws IOException {
    LettuceReferences references =
        new LettuceReferences(new LinkedHashSet<>(), new LinkedHashSet<>());
    List<Path> classFiles;
    try (Stream<Path> files = Files.walk(folder)) {
      classFiles = files.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : classFiles) {
      new ClassReader(Files.readAllBytes(file))
          .accept(references.new OfClass(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    return references;
  }

  private void add(String owner, String member) {
    if (LettuceSymbol.isLettuce(owner)) {
      named.add(new LettuceSymbol(owner, member));
    }
  }

  private void addType(Type type) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() == Type.OBJECT) {
      add(element.getInternalName(), "");
    }
  }

  private final class OfClass extends ClassVisitor {
    private List<String> parents = List.of();

    OfClass() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        String superName,
        String[] interfaces) {
      parents =
          Stream.concat(Stream.of(superName), Stream.of(interfaces))
              .filter(LettuceSymbol::isLettuce)
              .toList();
      parents.forEach(parent -> add(parent, ""));
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] thrown) {
      boolean overrides =
          (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && !name.startsWith("<");
      if (overrides) {
        parents.forEach(parent -> declared.add(new LettuceSymbol(parent, name + descriptor)));
      }
      return new OfMethod();
    }
  }

  private final class OfMethod extends MethodVisitor {
    OfMethod() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      add(owner, name + descriptor);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      add(owner, name + descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          add(handle.getOwner(), handle.getName() + handle.getDesc());
        }
      }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      addType(Type.getObjectType(type));
    }

    @Override
    public void visitLdcInsn(Object constant) {
      if (constant instanceof Type type) {
        addType(type);
      }
    }

    @Override
    public void visitTryCatchBlock(
        Label start, Label end, Label handler, @Nullable String exception) {
      if (exception != null) {
        add(exception, "");
      }
    }
  }
}
