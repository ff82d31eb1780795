package io.amoeba.classfiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * What Java 11 has, from the file by which a JDK's compiler knows older ones ({@code --release}).
 */
final class Java11Api implements AutoCloseable {

  /** Folders of the file are named by the releases for which their classes are; 11 is a B there. */
  private static final String RELEASE = "B";

  /** As of MethodHandle#invokeExact, whose callers name the signature (JVMS 2.9.3). */
  private static final int ANY_SIGNATURE = Opcodes.ACC_NATIVE | Opcodes.ACC_VARARGS;

  private record Type(Set<String> members, List<String> parents) {}

  private final FileSystem file;
  private final Map<String, Path> paths = new HashMap<>();
  private final Set<String> packages = new HashSet<>();
  private final Map<String, Type> types = new HashMap<>();

  private Java11Api(FileSystem file) {
    this.file = file;
  }

  static Java11Api open() throws IOException {
    Path file = Path.of(System.getProperty("java.home"), "lib", "ct.sym");
    Java11Api api = new Java11Api(FileSystems.newFileSystem(file));
    api.index();
    return api;
  }

  private void index() throws IOException {
    try (Stream<Path> all = Files.walk(file.getPath("/"))) {
      all.filter(path -> path.getNameCount() > 3 && path.toString().endsWith(".sig"))
          .filter(path -> path.getName(0).toString().matches("[0-9A-Z]*" + RELEASE + "[0-9A-Z]*"))
          .forEach(path -> paths.put(name(path), path));
    }
    paths.keySet().forEach(name -> packages.add(packageOf(name)));
  }

  /** Behind the folders of the releases and of the module. */
  private static String name(Path path) {
    String name = path.subpath(2, path.getNameCount()).toString();
    return name.substring(0, name.length() - ".sig".length());
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  /** Whether Java 11 has it, or it is none of Java's: com.sun.management is, com.google is not. */
  boolean has(Symbol symbol) {
    if (!symbol.owner().startsWith("java/") && !packages.contains(packageOf(symbol.owner()))) {
      return true;
    }
    Type type = type(symbol.owner());
    return type != null
        && (symbol.member().isEmpty()
            || type.members().contains(symbol.member())
            || type.members().contains(any(symbol.member()))
            || type.parents().stream()
                .anyMatch(parent -> has(new Symbol(parent, symbol.member()))));
  }

  /** A method by its name alone. */
  private static String any(String member) {
    return member.split("\\(", 2)[0] + "(*";
  }

  private @Nullable Type type(String name) {
    Path path = paths.get(name);
    return path == null ? null : types.computeIfAbsent(name, absent -> read(path));
  }

  private static Type read(Path path) {
    try {
      Set<String> members = new HashSet<>();
      ClassReader reader = new ClassReader(Files.readAllBytes(path));
      reader.accept(
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] thrown) {
              members.add(
                  (access & ANY_SIGNATURE) == ANY_SIGNATURE ? any(name) : name + descriptor);
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
      // Interfaces have Object's methods, too.
      parents.add(reader.getSuperName() == null ? "" : reader.getSuperName());
      return new Type(members, parents.stream().filter(parent -> !parent.isEmpty()).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
