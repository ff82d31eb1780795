package io.amoeba.agentkit.symbols;

import java.util.LinkedHashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A method or field of Cassandra that code names. Immutable.
 *
 * @param owner internal name, as "org/apache/cassandra/gms/Gossiper"
 */
public record SymbolReference(String owner, String name, String descriptor) {

  private static final String CASSANDRA = "org/apache/cassandra/";

  /** What a class file names. */
  static Set<SymbolReference> of(byte[] classFile) {
    Set<SymbolReference> references = new LinkedHashSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new Collector(references);
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return references;
  }

  boolean isField() {
    return !descriptor.startsWith("(");
  }

  @Override
  public String toString() {
    return owner.replace('/', '.') + "#" + name + (isField() ? " " : "") + descriptor;
  }

  private static final class Collector extends MethodVisitor {

    private final Set<SymbolReference> references;

    Collector(Set<SymbolReference> references) {
      super(Opcodes.ASM9);
      this.references = references;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      add(owner, name, descriptor);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      add(owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          add(handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }

    private void add(String owner, String name, String descriptor) {
      if (owner.startsWith(CASSANDRA)) {
        references.add(new SymbolReference(owner, name, descriptor));
      }
    }
  }
}
