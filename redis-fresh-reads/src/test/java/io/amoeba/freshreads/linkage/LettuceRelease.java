package io.amoeba.freshreads.linkage;

import java.io.File;
import java.io.IOException;
import java.util.stream.Stream;
import net.bytebuddy.description.ByteCodeElement;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/** The jar of a release of lettuce, and the JDK, read without loading a class. */
final class LettuceRelease implements AutoCloseable {
  private final ClassFileLocator files;
  private final TypePool types;

  LettuceRelease(File jar) throws IOException {
    this.files =
        new ClassFileLocator.Compound(
            ClassFileLocator.ForJarFile.of(jar),
            ClassFileLocator.ForClassLoader.ofPlatformLoader());
    // Lazily: parents of lettuce's classes may be in jars that are not read.
    this.types = TypePool.Default.WithLazyResolution.of(files);
  }

  /** Whether the symbol is in its class or above. */
  boolean has(LettuceSymbol symbol) {
    return has(symbol.owner().replace('/', '.'), symbol.member());
  }

  private boolean has(String owner, String member) {
    TypePool.Resolution found = types.describe(owner);
    if (!found.isResolved()) {
      return false;
    }
    TypeDescription type = found.resolve();
    return member.isEmpty()
        || Stream.concat(type.getDeclaredMethods().stream(), type.getDeclaredFields().stream())
            .anyMatch(declared -> isNamed(declared, member))
        || Stream.concat(Stream.ofNullable(type.getSuperClass()), type.getInterfaces().stream())
            .anyMatch(parent -> has(parent.asErasure().getName(), member))
        || type.isInterface() && has(Object.class.getName(), member);
  }

  private static boolean isNamed(ByteCodeElement declared, String member) {
    return member.equals(declared.getInternalName() + declared.getDescriptor());
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
