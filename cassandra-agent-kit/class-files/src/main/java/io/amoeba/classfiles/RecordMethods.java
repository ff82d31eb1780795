package io.amoeba.classfiles;

import java.util.List;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A record's equals, hashCode and toString as code: Java 17 makes them when they are first called,
 * by a class that Java 11 does not have. Immutable.
 *
 * @param owner internal name of the record
 */
record RecordMethods(String owner, List<Component> components) {

  private static final int PRIVATE_STATIC =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  record Component(String name, String descriptor) {

    Type type() {
      return Type.getType(descriptor);
    }

    boolean isReference() {
      return type().getSort() >= Type.ARRAY;
    }

    /** The class whose static methods compare and hash values of this type. */
    String box() {
      return switch (type().getSort()) {
        case Type.BOOLEAN -> "java/lang/Boolean";
        case Type.BYTE -> "java/lang/Byte";
        case Type.CHAR -> "java/lang/Character";
        case Type.SHORT -> "java/lang/Short";
        case Type.INT -> "java/lang/Integer";
        case Type.LONG -> "java/lang/Long";
        case Type.FLOAT -> "java/lang/Float";
        case Type.DOUBLE -> "java/lang/Double";
        default -> "java/util/Objects";
      };
    }
  }

  /** The static method that stands for one that every record has. */
  static String nameOf(String method) {
    return "record$" + method;
  }

  void write(ClassVisitor to) {
    writeEquals(to);
    writeHashCode(to);
    writeToString(to);
  }

  private MethodVisitor begin(ClassVisitor to, String method, String descriptor) {
    MethodVisitor code = to.visitMethod(PRIVATE_STATIC, nameOf(method), descriptor, null, null);
    code.visitCode();
    return code;
  }

  private static void end(MethodVisitor code, int opcode) {
    code.visitInsn(opcode);
    // Computed by the writer.
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void load(MethodVisitor code, int variable, Component component) {
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitFieldInsn(Opcodes.GETFIELD, owner, component.name(), component.descriptor());
  }

  private void writeEquals(ClassVisitor to) {
    MethodVisitor code = begin(to, "equals", "(L" + owner + ";Ljava/lang/Object;)Z");
    Label different = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.INSTANCEOF, owner);
    code.visitJumpInsn(Opcodes.IFEQ, different);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.CHECKCAST, owner);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    for (Component component : components) {
      load(code, 0, component);
      load(code, 2, component);
      if (component.isReference()) {
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            component.box(),
            "equals",
            "(Ljava/lang/Object;Ljava/lang/Object;)Z",
            false);
        code.visitJumpInsn(Opcodes.IFEQ, different);
      } else {
        String type = component.descriptor();
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC, component.box(), "compare", "(" + type + type + ")I", false);
        code.visitJumpInsn(Opcodes.IFNE, different);
      }
    }
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(different);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitInsn(Opcodes.ICONST_0);
    end(code, Opcodes.IRETURN);
  }

  private void writeHashCode(ClassVisitor to) {
    MethodVisitor code = begin(to, "hashCode", "(L" + owner + ";)I");
    code.visitInsn(Opcodes.ICONST_0);
    for (Component component : components) {
      code.visitIntInsn(Opcodes.BIPUSH, 31);
      code.visitInsn(Opcodes.IMUL);
      load(code, 0, component);
      String type = component.isReference() ? "Ljava/lang/Object;" : component.descriptor();
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, component.box(), "hashCode", "(" + type + ")I", false);
      code.visitInsn(Opcodes.IADD);
    }
    end(code, Opcodes.IRETURN);
  }

  private void writeToString(ClassVisitor to) {
    MethodVisitor code = begin(to, "toString", "(L" + owner + ";)Ljava/lang/String;");
    String builder = "java/lang/StringBuilder";
    code.visitTypeInsn(Opcodes.NEW, builder);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, builder, "<init>", "()V", false);
    String before = simpleName() + "[";
    for (Component component : components) {
      append(code, before + component.name() + "=");
      load(code, 0, component);
      append(code, component.type());
      before = ", ";
    }
    append(code, components.isEmpty() ? before + "]" : "]");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, builder, "toString", "()Ljava/lang/String;", false);
    end(code, Opcodes.ARETURN);
  }

  private static void append(MethodVisitor code, String text) {
    code.visitLdcInsn(text);
    append(code, Type.getType(String.class));
  }

  private static void append(MethodVisitor code, Type type) {
    String parameter =
        switch (type.getSort()) {
          case Type.BYTE, Type.SHORT -> "I";
          case Type.ARRAY, Type.OBJECT -> "Ljava/lang/Object;";
          default -> type.getDescriptor();
        };
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/lang/StringBuilder",
        "append",
        "(" + parameter + ")Ljava/lang/StringBuilder;",
        false);
  }

  /** Of a local record, without the number that the compiler has put before it. */
  private String simpleName() {
    String name = owner.substring(owner.lastIndexOf('/') + 1);
    return name.substring(name.lastIndexOf('$') + 1).replaceFirst("^[0-9]+", "");
  }
}
