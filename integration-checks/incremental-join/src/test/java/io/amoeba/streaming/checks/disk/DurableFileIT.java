package io.amoeba.streaming.checks.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.amoeba.embedded.disk.PoweredDisk;
import io.amoeba.streaming.ring.DurableFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What members and joining nodes must not forget, on a disk that loses power. */
// Not in each build: once, a file that was written during the cut could not be read after it (EIO).
@Tag("long")
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
        long returned =
            disk.cutPowerDuring(
                begun + 1,
                begun + 1 + random.nextInt(MOST_CHANGES),
                change -> text(change).ifPresentOrElse(file::write, file::delete));

        // The change that failed may have reached the disk.
        assertThat(file.read()).as("loss %d", loss + 1).isIn(text(returned), text(returned + 1));
        begun = returned + 1;
      }
    }
  }

  /** Every third change deletes the file. */
  private static Optional<String> text(long change) {
    return change % 3 == 0 ? Optional.empty() : Optional.of("change " + change);
  }
}
