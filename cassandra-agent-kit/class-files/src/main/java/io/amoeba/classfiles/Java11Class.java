package io.amoeba.classfiles;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.RecordComponentVisitor;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A class file that Java 11 reads, and what it uses of the JDK. Immutable.
 *
 * <p>Of Java 12 to 17, the language has added to class files: records, which become classes with
 * written-out methods; sealed types, of which the list of permitted ones goes. All else that is new
 * to the language the compiler has written as older instructions. Of the library, two small methods
 * are so common that their older equivalents stand in for them.
 *
 * @param file the class file
 * @param uses classes, methods and fields of the JDK; none for a class that was left as it is
 */
record Java11Class(byte[] file, Set<Symbol> uses) {

  private static final String RECORD = "java/lang/Record";
  private static final String RECORD_METHODS = "java/lang/runtime/ObjectMethods";

  static Java11Class of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (reader.readUnsignedShort(6) <= Opcodes.V11) {
      return new Java11Class(classFile, Set.of());
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    Rewriter rewriter = new Rewriter(writer);
    reader.accept(rewriter, 0);
    return new Java11Class(writer.toByteArray(), rewriter.uses);
  }

  private static final class Rewriter extends ClassVisitor {

    final Set<Symbol> uses = new LinkedHashSet<>();
    private final List<RecordMethods.Component> components = new ArrayList<>();
    private String name = "";
    private boolean isRecord;

    Rewriter(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        String superName,
        String[] interfaces) {
      this.name = name;
      isRecord = superName.equals(RECORD);
      String parent = isRecord ? "java/lang/Object" : superName;
      use(parent);
      List.of(interfaces).forEach(this::use);
      super.visit(
          Opcodes.V11,
          access & ~Opcodes.ACC_RECORD,
          name,
          signature == null ? null : signature.replace("L" + RECORD + ";", "Ljava/lang/Object;"),
          parent,
          interfaces);
    }

    private void use(String owner) {
      use(owner, "");
    }

    private void use(String owner, String member) {
      uses.add(new Symbol(owner, member));
    }

    @Override
    public @Nullable RecordComponentVisitor visitRecordComponent(
        String component, String descriptor, @Nullable String signature) {
      components.add(new RecordMethods.Component(component, descriptor));
      return null;
    }

    @Override
    public void visitPermittedSubclass(String permitted) {
      // Java 11 has no sealed types; the compiler has ensured that no other class extends this one.
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] thrown) {
      return new Code(super.visitMethod(access, method, descriptor, signature, thrown));
    }

    @Override
    public void visitEnd() {
      if (isRecord) {
        new RecordMethods(name, components).write(cv);
      }
      super.visitEnd();
    }

    private final class Code extends MethodVisitor {

      Code(MethodVisitor next) {
        super(Opcodes.ASM9, next);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String descriptor, boolean isInterface) {
        if (owner.equals("java/lang/String") && method.equals("formatted")) {
          visitMethodInsn(
              Opcodes.INVOKESTATIC,
              owner,
              "format",
              "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
              false);
          return;
        }
        if (owner.equals("java/util/stream/Stream") && method.equals("toList")) {
          visitToList();
          return;
        }
        String changed = owner.equals(RECORD) ? "java/lang/Object" : owner;
        use(changed, method + descriptor);
        super.visitMethodInsn(opcode, changed, method, descriptor, isInterface);
      }

      /** As its own default does it; nulls are allowed. */
      private void visitToList() {
        visitMethodInsn(
            Opcodes.INVOKEINTERFACE,
            "java/util/stream/Stream",
            "toArray",
            "()[Ljava/lang/Object;",
            true);
        visitMethodInsn(
            Opcodes.INVOKESTATIC,
            "java/util/Arrays",
            "asList",
            "([Ljava/lang/Object;)Ljava/util/List;",
            false);
        visitMethodInsn(
            Opcodes.INVOKESTATIC,
            "java/util/Collections",
            "unmodifiableList",
            "(Ljava/util/List;)Ljava/util/List;",
            false);
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
        use(owner, field + descriptor);
        super.visitFieldInsn(opcode, owner, field, descriptor);
      }

      @Override
      public void visitTypeInsn(int opcode, String type) {
        if (!type.startsWith("[")) {
          use(type);
        }
        super.visitTypeInsn(opcode, type);
      }

      @Override
      public void visitLdcInsn(Object value) {
        if (value instanceof Type type && type.getSort() == Type.OBJECT) {
          use(type.getInternalName());
        }
        super.visitLdcInsn(value);
      }

      @Override
      public void visitInvokeDynamicInsn(
          String method, String descriptor, Handle bootstrap, Object... arguments) {
        if (bootstrap.getOwner().equals(RECORD_METHODS)) {
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, name, RecordMethods.nameOf(method), descriptor, false);
          return;
        }
        use(bootstrap.getOwner(), bootstrap.getName() + bootstrap.getDesc());
        for (Object argument : arguments) {
          if (argument instanceof Handle handle) {
            use(handle.getOwner(), handle.getName() + handle.getDesc());
          }
        }
        super.visitInvokeDynamicInsn(method, descriptor, bootstrap, arguments);
      }
    }
  }
}
