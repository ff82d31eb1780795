package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The wall clock of processes that have {@link #environment}, which can be set while they run;
 * their monotonic clock is left alone. Needs Linux with 64 bits and a C compiler. Immutable.
 */
public final class FakeClock {

  // libfaketime lets the waits of a JVM return at once.
  private static final String SOURCE = "fake-clock.c";

  private final Path library;
  private final Path error;

  private FakeClock(Path library, Path error) {
    this.library = library;
    this.error = error;
  }

  /**
   * A clock that is right.
   *
   * @param folder of its files
   * @return empty if there is no C compiler
   */
  public static Optional<FakeClock> in(Path folder) throws IOException, InterruptedException {
    Path source = folder.resolve(SOURCE);
    try (InputStream resource = FakeClock.class.getResourceAsStream(SOURCE)) {
      Files.copy(Objects.requireNonNull(resource), source);
    }
    FakeClock clock =
        new FakeClock(folder.resolve("fake-clock.so"), folder.resolve("fake-clock.error"));
    clock.set(Duration.ZERO);
    return clock.compile(source) ? Optional.of(clock) : Optional.empty();
  }

  private boolean compile(Path source) throws InterruptedException {
    try {
      return new ProcessBuilder(
                  "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException noCompiler) {
      return false;
    }
  }

  /** Puts the clock forward, or back if this is negative, from the right time. */
  public void set(Duration difference) throws IOException {
    ByteBuffer seconds = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    // Written in place: processes have mapped the file.
    Files.write(
        error,
        seconds.putLong(difference.toSeconds()).array(),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
  }

  /** Variables of a process that has this clock. */
  public Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "AMOEBA_CLOCK_ERROR", error.toString());
  }
}
