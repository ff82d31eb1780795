package io.amoeba.classfiles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Classes with what Java 12 to 17 have brought. */
final class Samples {

  private Samples() {}

  /** A component of each kind. */
  record Everything(
      boolean flag,
      byte small,
      char letter,
      short shorter,
      int number,
      long large,
      float real,
      double exact,
      @Nullable String text,
      int[] array,
      List<String> list)
      implements Supplier<String> {

    Everything {
      list = List.copyOf(list);
    }

    @Override
    public String get() {
      return text == null ? "none" : text;
    }
  }

  record Nothing() {}

  /** One method of its own, two that the compiler leaves to Java. */
  record Own(int number) {
    @Override
    public String toString() {
      return "number " + number;
    }
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(double radius) implements Shape {}

  record Square(double side) implements Shape {}

  /** Switches, patterns and text blocks. */
  static final class Describer implements java.util.function.Function<Object, String> {
    @Override
    public String apply(Object value) {
      record Local(String what) {}
      if (value instanceof Circle circle && circle.radius() > 1) {
        return new Local("large").toString();
      }
      String kind =
          switch (String.valueOf(value).length() % 3) {
            case 0 ->
                """
                a
                block""";
            case 1 -> {
              String one = "one";
              yield one;
            }
            default -> "two";
          };
      return Stream.of(kind).map(text -> text + value).collect(Collectors.joining());
    }
  }

  /** What Java 16 and 15 have brought to the library, and all use. */
  static final class Common implements Supplier<String> {
    @Override
    public String get() {
      List<String> list = Stream.of("%d of", (String) null).toList();
      return "%s %d %s".formatted(list.get(0), list.size(), list.get(1));
    }
  }

  /** Methods whose callers name the signature. */
  static final class Handles implements Supplier<String> {
    private int number = 3;

    @Override
    public String get() {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle field = lookup.findVarHandle(Handles.class, "number", int.class);
        MethodHandle length =
            lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        return (int) field.getAndAdd(this, 1) + " " + (int) length.invokeExact("four") + number;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** What Java 12 has brought. */
  static final class Newer implements Supplier<String> {
    @Override
    public String get() {
      return List.of("a").toString().indent(2);
    }
  }

  /** What Java 14 has brought outside of the java packages. */
  @SuppressWarnings("deprecation")
  static final class NewerManagement implements Supplier<String> {
    @Override
    public String get() {
      return ManagementFactory.getOperatingSystemMXBean()
              instanceof com.sun.management.OperatingSystemMXBean system
          ? system.getCpuLoad() + " of " + system.getSystemCpuLoad()
          : "";
    }
  }
}
