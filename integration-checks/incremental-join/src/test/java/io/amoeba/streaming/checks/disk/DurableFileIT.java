package io.amoeba.streaming.checks.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.disk.PoweredDisk;
import io.amoeba.streaming.ring.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What members and joining nodes must not forget, on a disk that loses power. */
class DurableFileIT {
  private static final int LOSSES = 40;
  private static final int MOST_CHANGES = 30;

  @Test
  void aFileIsAsTheLastChangeThatReturnedHasLeftIt(@TempDir Path parent) throws Exception {
    long seed = System.nanoTime();
    System.out.println("Seed of the moments at which power is lost: " + seed);
    Random random = new Random(seed);
    Optional<PoweredDisk> mounted = PoweredDisk.mount(parent.resolve("disk"), 16);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    try (PoweredDisk disk = mounted.orElseThrow()) {
      DurableFile file = new DurableFile(disk.folder().resolve("held").resolve("join"));
      long begun = 0;
      for (int loss = 0; loss < LOSSES; loss++) {
        AtomicLong returned = new AtomicLong(begun);
        FutureTask<Void> changes = new FutureTask<>(() -> change(file, returned));
        new Thread(changes, "changes").start();
        long enough = begun + 1 + random.nextInt(MOST_CHANGES);
        await().until(() -> returned.get() >= enough || changes.isDone());

        disk.cutPower();
        assertThatThrownBy(changes::get)
            .cause()
            .isInstanceOfAny(IOException.class, UncheckedIOException.class);
        disk.restorePower();

        // The change that failed may have reached the disk.
        assertThat(file.read())
            .as("loss %d", loss + 1)
            .isIn(text(returned.get()), text(returned.get() + 1));
        begun = returned.get() + 1;
      }
    }
  }

  /** Every third change deletes the file. */
  private static Optional<String> text(long change) {
    return change % 3 == 0 ? Optional.empty() : Optional.of("change " + change);
  }

  private static Void change(DurableFile file, AtomicLong returned) {
    for (long next = returned.get() + 1; ; next++) {
      text(next).ifPresentOrElse(file::write, file::delete);
      returned.set(next);
    }
  }
}
