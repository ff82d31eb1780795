package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.join.JoinPorts.JoinStore;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.JoinRecordCodec;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** What survives the joining node's crashes; mutants write it late, or not all of it. */
final class JoiningNodeDisk implements JoinStore {

  private final World world;
  private String record;
  private @Nullable JoinRecord unsaved;

  JoiningNodeDisk(World world, JoinRecord join) {
    this.world = world;
    record = JoinRecordCodec.encode(join);
  }

  JoinRecord join() {
    return JoinRecordCodec.decode(record);
  }

  @Override
  public void save(JoinRecord join) {
    world.mayCrash();
    if (world.mutant == Mutant.GOSSIP_BEFORE_DISK && join.epoch() > 1 && !join.finished()) {
      unsaved = join;
    } else {
      write(join);
    }
    world.mayCrash();
  }

  @Override
  public void forget() {
    throw new UnsupportedOperationException("one node joins at a time here");
  }

  /** After a gossip message: what should have been on disk before it comes later, or never. */
  void announced() {
    JoinRecord late = unsaved;
    if (late != null) {
      world.network.on(
          world.ring.joiningNode,
          world.time.between(0, 1500),
          () -> {
            if (late.plan().equals(join().plan()) && late.epoch() > join().epoch()) {
              write(late);
            }
          });
    }
  }

  /** A crash: what is not written is lost. */
  void lost() {
    unsaved = null;
  }

  void write(JoinRecord join) {
    JoinRecord kept =
        switch (world.mutant) {
          case SETTLING_FORGOTTEN ->
              new JoinRecord(
                  join.plan(),
                  join.steps(),
                  join.done(),
                  Collections.emptySortedSet(),
                  join.epoch(),
                  join.finished());
          case EPOCHS_REUSED ->
              new JoinRecord(
                  join.plan(), join.steps(), join.done(), join.settling(), 0, join.finished());
          default -> join;
        };
    record = JoinRecordCodec.encode(kept);
    unsaved = null;
  }
}
