package io.amoeba.embedded.process;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command line that starts a Java program. Immutable. */
public record JavaCommand(
    List<String> jvmFlags, List<String> classPath, String mainClass, List<String> arguments) {
  /**
   * Flag for programs that are not measured: without the second compiler, Flink and Kafka take
   * about half the CPU time to start.
   */
  public static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  public JavaCommand {
    jvmFlags = List.copyOf(jvmFlags);
    classPath = List.copyOf(classPath);
    arguments = List.copyOf(arguments);
  }

  /** The entry of this JVM's class path that has a class. */
  public static Path entry(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The class path of this JVM has no file names", e);
    }
  }

  /**
   * A packaged jar, as users get it.
   *
   * @param property the system property by which the build names it
   * @throws IllegalStateException if it names no file, with the remedy
   */
  public static Path builtJar(String property) {
    String jar = System.getProperty(property);
    if (jar == null || !Files.isRegularFile(Path.of(jar))) {
      throw new IllegalStateException(
          "-D%s=%s names no file: build it with `mvn package`".formatted(property, jar));
    }
    return Path.of(jar);
  }

  /** The words of the command line, with the JDK of this JVM. */
  public List<String> words() {
    return words(Path.of(System.getProperty("java.home")));
  }

  /** The words of the command line, with a JDK. */
  public List<String> words(Path javaHome) {
    List<String> words = new ArrayList<>();
    words.add(javaHome.resolve("bin/java").toString());
    words.addAll(jvmFlags);
    words.add("-cp");
    words.add(String.join(File.pathSeparator, classPath));
    words.add(mainClass);
    words.addAll(arguments);
    return List.copyOf(words);
  }
}
