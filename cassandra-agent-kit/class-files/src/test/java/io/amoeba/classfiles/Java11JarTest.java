package io.amoeba.classfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Java11JarTest {

  private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 20, 0, 0);
  private static final int VERSION_AT = 6;
  private static final int JAVA_11 = 55;
  private static final Object[] VALUES = {
    true, (byte) -3, 'c', (short) 7, 42, -1L, Float.NaN, -0.0, "text", new int[] {1}, List.of("a")
  };

  @TempDir Path folder;

  @Test
  void recordsBehaveAsBefore() throws Exception {
    Constructor<?> rewritten = rewritten(Samples.Everything.class).getDeclaredConstructors()[0];
    rewritten.setAccessible(true);
    Constructor<?> original = Samples.Everything.class.getDeclaredConstructors()[0];

    Object one = rewritten.newInstance(VALUES);
    assertThat(one.getClass().getSuperclass()).isEqualTo(Object.class);
    assertThat(one.getClass()).isNotEqualTo(Samples.Everything.class);
    assertThat(one).isEqualTo(rewritten.newInstance(VALUES)).isNotEqualTo("text");
    assertThat(one).hasSameHashCodeAs(original.newInstance(VALUES));
    assertThat(one).hasToString(original.newInstance(VALUES).toString());
    for (int i = 0; i < VALUES.length; i++) {
      Object[] other = VALUES.clone();
      other[i] = other(VALUES[i]);
      assertThat(one).isNotEqualTo(rewritten.newInstance(other));
      assertThat(rewritten.newInstance(other))
          .hasSameHashCodeAs(original.newInstance(other))
          .hasToString(original.newInstance(other).toString());
    }
  }

  private static Object other(Object value) {
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof Number number) {
      // As a double, zero is not its negative.
      return number instanceof Double
          ? 0.0
          : number instanceof Float
              ? 1f
              : number instanceof Long
                  ? 1L
                  : number instanceof Integer
                      ? 1
                      : number instanceof Short ? (Object) (short) 1 : (Object) (byte) 1;
    }
    if (value instanceof Character) {
      return 'd';
    }
    return value instanceof String ? "other" : value instanceof List ? List.of() : new int[] {1};
  }

  @Test
  void recordsWithoutComponentsOrWithMethodsOfTheirOwnBehaveAsBefore() throws Exception {
    assertThat(made(Samples.Nothing.class)).hasToString("Nothing[]").hasSameHashCodeAs(0);
    assertThat(made(Samples.Nothing.class)).isNotEqualTo(made(Samples.Own.class, 5));
    assertThat(made(Samples.Own.class, 5)).hasToString("number 5").hasSameHashCodeAs(5);
  }

  private Object made(Class<?> type, Object... values) throws Exception {
    Constructor<?> constructor = rewritten(type).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  @Test
  void patternsSwitchesTextBlocksAndSealedTypesBehaveAsBefore() throws Exception {
    Class<?> type = rewritten(Samples.Describer.class);
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    @SuppressWarnings("unchecked")
    Function<Object, String> describer = (Function<Object, String>) constructor.newInstance();
    Constructor<?> circles =
        type.getClassLoader()
            .loadClass(Samples.Circle.class.getName())
            .getDeclaredConstructors()[0];
    circles.setAccessible(true);

    assertThat(describer.apply(circles.newInstance(2.0))).isEqualTo("Local[what=large]");
    for (Object value : List.of("", "1", "22", "333")) {
      assertThat(describer.apply(value)).isEqualTo(new Samples.Describer().apply(value));
    }
  }

  @Test
  void olderMethodsStandInForTwoThatAreCommon() throws Exception {
    @SuppressWarnings("unchecked")
    Supplier<String> common = (Supplier<String>) made(Samples.Common.class);

    assertThat(common.get()).isEqualTo("%d of 2 null");
  }

  @Test
  void methodsOfAnySignatureAreKnown() throws Exception {
    @SuppressWarnings("unchecked")
    Supplier<String> handles = (Supplier<String>) made(Samples.Handles.class);

    assertThat(handles.get()).isEqualTo("3 44");
  }

  @Test
  void classesAreOfJava11AndAllElseIsAsItWas() throws Exception {
    Path jar = jar(Samples.Everything.class, Samples.Shape.class);

    Java11Jar.rewrite(jar);

    try (ZipFile rewritten = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : List.copyOf(rewritten.stream().toList())) {
        assertThat(entry.getTimeLocal()).isEqualTo(TIME);
        byte[] content = rewritten.getInputStream(entry).readAllBytes();
        if (entry.getName().endsWith(".class")) {
          assertThat(ByteBuffer.wrap(content).getShort(VERSION_AT)).isEqualTo((short) JAVA_11);
        } else {
          assertThat(content).containsExactly(1, 2, 3);
        }
      }
    }
    byte[] once = Files.readAllBytes(jar);
    Java11Jar.rewrite(jar);
    assertThat(jar).hasBinaryContent(once);
  }

  @Test
  void symbolsThatJava11LacksAreRefusedAndTheJarStaysUnchanged() throws Exception {
    Path jar = jar(Samples.Newer.class);
    byte[] before = Files.readAllBytes(jar);

    assertThatThrownBy(() -> Java11Jar.rewrite(jar))
        .hasMessageContaining("java.lang.String#indent(I)Ljava/lang/String;")
        .hasMessageNotContaining("#of(");
    assertThat(jar).hasBinaryContent(before);
  }

  @Test
  void symbolsOfJavasOtherPackagesAreRefused() throws Exception {
    Path jar = jar(Samples.NewerManagement.class);

    assertThatThrownBy(() -> Java11Jar.rewrite(jar))
        .hasMessageContaining("com.sun.management.OperatingSystemMXBean#getCpuLoad()D")
        .hasMessageNotContaining("getSystemCpuLoad");
  }

  /** All of the samples' classes that Java 11 can have, from a jar that was rewritten. */
  private Class<?> rewritten(Class<?> type) throws Exception {
    Path jar =
        jar(
            Samples.Everything.class,
            Samples.Nothing.class,
            Samples.Own.class,
            Samples.Shape.class,
            Samples.Circle.class,
            Samples.Square.class,
            Samples.Common.class,
            Samples.Handles.class,
            Samples.Describer.class,
            Class.forName(Samples.Describer.class.getName() + "$1Local"));
    Java11Jar.rewrite(jar);
    URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    return loader.loadClass(type.getName());
  }

  private Path jar(Class<?>... types) throws IOException {
    Path jar = folder.resolve("samples.jar");
    try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> type : types) {
        String name = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream("/" + name)) {
          put(to, name, in.readAllBytes());
        }
      }
      put(to, "data", new byte[] {1, 2, 3});
    }
    return jar;
  }

  private static void put(ZipOutputStream to, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    to.putNextEntry(entry);
    to.write(content);
    to.closeEntry();
  }
}
