package io.amoeba.embedded.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The wall clock of servers that have {@link #environment}, which can be set while they run; their
 * monotonic clock is left alone. Needs libfaketime. Immutable.
 */
public final class FakeClock {
  private static final Path LIBRARY =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

  private final Path file;

  private FakeClock(Path file) {
    this.file = file;
  }

  /**
   * A clock that is right.
   *
   * @param file where its error is; it may not exist yet
   * @return empty if libfaketime is not installed
   */
  public static Optional<FakeClock> in(Path file) throws IOException {
    if (!Files.exists(LIBRARY)) {
      return Optional.empty();
    }
    FakeClock clock = new FakeClock(file);
    clock.set(Duration.ZERO);
    return Optional.of(clock);
  }

  /** Puts the clock forward, or back if this is negative, from the right time. */
  public void set(Duration error) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, "%+d\n".formatted(error.toSeconds()));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Variables of a server that has this clock. */
  public Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        LIBRARY.toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        // Otherwise it takes ten seconds until a server sees a new error.
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1");
  }
}
