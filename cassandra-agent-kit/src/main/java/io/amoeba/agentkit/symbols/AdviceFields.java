package io.amoeba.agentkit.symbols;

import java.util.LinkedHashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a patched class that advice reads. They stand in annotations of its parameters, so that
 * no instruction names them. Stateless.
 */
final class AdviceFields {

  /** Relocated in each agent's jar. */
  private static final String ANNOTATION = "/asm/Advice$FieldValue;";

  private AdviceFields() {}

  /**
   * What an advice's class file names.
   *
   * @param patched internal name of the class whose fields these are
   */
  static Set<SymbolReference> of(byte[] adviceFile, String patched) {
    Set<SymbolReference> fields = new LinkedHashSet<>();
    new ClassReader(adviceFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new Parameters(patched, Type.getArgumentTypes(descriptor), fields);
              }
            },
            ClassReader.SKIP_CODE);
    return fields;
  }

  private static final class Parameters extends MethodVisitor {

    private final String patched;
    private final Type[] types;
    private final Set<SymbolReference> fields;

    Parameters(String patched, Type[] types, Set<SymbolReference> fields) {
      super(Opcodes.ASM9);
      this.patched = patched;
      this.types = types;
      this.fields = fields;
    }

    @Override
    public @Nullable AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      if (!descriptor.endsWith(ANNOTATION)) {
        return null;
      }
      return new AnnotationVisitor(Opcodes.ASM9) {
        @Override
        public void visit(String name, Object value) {
          if (name.equals("value")) {
            fields.add(
                new SymbolReference(patched, value.toString(), types[parameter].getDescriptor()));
          }
        }
      };
    }
  }
}
