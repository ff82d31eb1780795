package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.lease.Claim;
import io.amoeba.embedded.disk.PoweredDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator's files on a disk that loses power while they are written. */
// Not in each build: once, a file that was written during the cut could not be read after it (EIO).
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PowerLossIT {
  private static final int LOSSES = 20;
  private static final int MOST_WRITES = 30;
  private static final String CONTENT = "content";

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @TempDir private Path parent = Path.of("");
  private PoweredDisk disk;

  @BeforeEach
  void mount() throws IOException {
    System.out.println("Seed of the moments at which power is lost: " + seed);
    Optional<PoweredDisk> mounted = PoweredDisk.mount(parent.resolve("disk"), 16);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    disk = mounted.orElseThrow();
  }

  @AfterEach
  void unmount() throws IOException {
    if (disk != null) {
      disk.close();
    }
  }

  /** Writes larger and larger numbers; returns the last one whose write returned. */
  private long lastBeforeTheLoss(long first, PoweredDisk.Changes writes) throws Exception {
    return disk.cutPowerDuring(first, first + random.nextInt(MOST_WRITES), writes);
  }

  private static ObjectNode content(long number) {
    ObjectNode fields = CheckedFile.document(1);
    return fields.put("number", number).put(CONTENT, "x".repeat((int) (number % 5_000)));
  }

  @Test
  void aFileHasTheLastContentWhoseWriteReturned() throws Exception {
    CheckedFile file = new CheckedFile("state file", disk.folder().resolve("state.json"), "");
    long known = 0;
    for (int loss = 0; loss < LOSSES; loss++) {
      long returned = lastBeforeTheLoss(known + 1, number -> file.write(content(number)));

      known = file.read(node -> node.path("number").asLong()).orElse(0L);

      // The write that failed may have reached the disk.
      assertThat(known).as("loss %d", loss + 1).isBetween(returned, returned + 1);
    }
  }

  /** Each number is a term: its leader inherits the plans of the last one, and adds its own. */
  @Test
  void aTermInheritsThePlansOfTheLastLeader() throws Exception {
    TermFolder folder = new TermFolder(disk.folder());
    long known = 0;
    for (int loss = 0; loss < LOSSES; loss++) {
      long begun = folder.newest().map(Claim::term).orElse(0L) + 1;
      long[] plans = {known};
      long[] written = {known};
      lastBeforeTheLoss(
          begun,
          term -> {
            assertThat(folder.take(new Claim(term, "holder", "address", 1, false))).isTrue();
            folder.inherit(term);
            CheckedFile file = new CheckedFile("plan file", folder.plans(term), "");
            long inherited = file.read(node -> node.path("number").asLong()).orElse(0L);
            assertThat(inherited).as("term %d", term).isEqualTo(plans[0]);
            written[0] = inherited + 1;
            file.write(content(inherited + 1));
            plans[0] = inherited + 1;
          });

      long next = folder.newest().map(Claim::term).orElse(0L) + 1;
      assertThat(folder.take(new Claim(next, "holder", "address", 1, false))).isTrue();
      folder.inherit(next);
      known =
          new CheckedFile("plan file", folder.plans(next), "")
              .read(node -> node.path("number").asLong())
              .orElse(0L);

      assertThat(known).as("loss %d", loss + 1).isBetween(plans[0], written[0]);
    }
  }
}
