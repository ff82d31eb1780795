package io.amoeba.agentkit.patch;

import io.amoeba.agentkit.symbols.Target;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;

/**
 * The advice of one target, which notes that the method or constructor was there to be patched.
 * Byte Buddy passes over a matcher that matches nothing. Immutable.
 */
record TargetPatch(Target target, Advice advice, StartReport report)
    implements AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper {

  /** What a class is visited with. */
  AsmVisitorWrapper visitor() {
    return new AsmVisitorWrapper.ForDeclaredMethods().invokable(this::matches, this);
  }

  /** By the names of class files, in which a constructor is {@code <init>}. */
  private boolean matches(MethodDescription method) {
    return method.getInternalName().equals(target.method())
        && method.getDescriptor().equals(target.descriptor());
  }

  @Override
  public MethodVisitor wrap(
      TypeDescription type,
      MethodDescription method,
      MethodVisitor visitor,
      Implementation.Context context,
      TypePool pool,
      int writerFlags,
      int readerFlags) {
    report.found(target);
    return advice.wrap(type, method, visitor, context, pool, writerFlags, readerFlags);
  }
}
