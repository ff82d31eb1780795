package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.state.StateFile;
import io.amoeba.partitioner.placement.HashSlot;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of random histories; {@link SimulatedJob} checks every switch in them. */
class HandOverSimulationTest {

  private static final int SIZE = 3;

  private final ManualClock clock = new ManualClock();

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyHistoryKeepsTheOrderAndEndsWithACompleteMap(long seed) {
    Random random = new Random(seed);
    for (int history = 0; history < 250; history++) {
      history(random, PublicationStore.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void coordinatorWithAStateFileEndsHandOversAfterAnyOfItsRestarts(long seed) {
    Random random = new Random(seed);
    for (int history = 0; history < 60; history++) {
      history(random, new StateFile(folder.resolve("state-" + history), Leadership.ALONE));
    }
  }

  private void history(Random random, PublicationStore store) {
    boolean remembers = store != PublicationStore.NONE;
    SimulatedJob job = new SimulatedJob(SIZE, random);
    PlacementPublisher publisher = publisher("first", store);
    for (int step = 0; step < 300; step++) {
      int index = random.nextInt(SIZE);
      switch (random.nextInt(40)) {
        case 0 -> job.restart();
        case 1 -> {
          String ghost = "ghost-" + random.nextInt(2);
          if (random.nextBoolean()) {
            publisher.tell(SimulatedJob.toldLate(SIZE, random.nextInt(SIZE), ghost));
          }
          publisher.report(job.ghost(ghost));
        }
        case 2 -> {
          clock.advance(3_000);
          publisher.tell(SimulatedJob.told(SIZE));
        }
        case 3, 4 -> job.checkpoint();
        case 5, 6, 7, 8 -> publish(publisher, random);
        case 9 -> {
          if (remembers || !job.isDivided()) {
            publisher = publisher("after-" + step, store);
          }
        }
        default -> {
          switch (random.nextInt(4)) {
            case 0 -> job.receive(index, publisher.document());
            case 1 -> job.act(index);
            case 2 -> job.process(index);
            default -> job.report(index, publisher);
          }
        }
      }
    }
    assertThatAMapGetsThrough(job, publisher, random, remembers);
  }

  private void assertThatAMapGetsThrough(
      SimulatedJob job, PlacementPublisher publisher, Random random, boolean remembers) {
    clock.advance(10_000);
    publisher.tell(SimulatedJob.told(SIZE));
    rounds(job, publisher, 6);
    if (!remembers && job.isDivided()) { // a coordinator without memory came in between
      job.restart();
      rounds(job, publisher, 6);
    }

    publish(publisher, random);
    rounds(job, publisher, 6);

    EdgeProgress progress = publisher.progress().get(0);
    assertThat(progress.complete()).isTrue();
    assertThat(job.active()).isEqualTo(progress.state().epoch());
  }

  private static void rounds(SimulatedJob job, PlacementPublisher publisher, int count) {
    for (int round = 0; round < count; round++) {
      for (int index = 0; index < SIZE; index++) {
        job.receive(index, publisher.document());
        job.act(index);
        job.process(index);
        job.report(index, publisher);
      }
    }
  }

  private static void publish(PlacementPublisher publisher, Random random) {
    int[] owners = new int[HashSlot.COUNT];
    Arrays.fill(owners, random.nextInt(SIZE));
    publisher.publish(SimulatedJob.EDGE, SIZE, owners);
  }

  private PlacementPublisher publisher(String name, PublicationStore store) {
    PlacementPublisher made =
        new PlacementPublisher(name, new ReportBook(clock::millis, 6_000), store, Runnable::run);
    made.tell(SimulatedJob.told(SIZE));
    return made;
  }
}
