package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.join.JoinPorts.JoinStore;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.JoinRecordCodec;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** What survives the joining node's crashes; mutants write it late, or not all of it. */
final class JoiningNodeDisk implements JoinStore {

  private static final String FILE = "join";

  private final World world;
  private final SimulatedDisk disk;
  private @Nullable JoinRecord unsaved;

  JoiningNodeDisk(World world, JoinRecord join) {
    this.world = world;
    disk = new SimulatedDisk(world);
    disk.put(FILE, JoinRecordCodec.encode(join));
  }

  JoinRecord join() {
    try {
      return JoinRecordCodec.decode(disk.read(FILE).orElseThrow());
    } catch (MalformedTextException e) {
      throw new Violation(Violation.Kind.DAMAGED_FILE, "the joining node's: " + e.getMessage());
    }
  }

  @Override
  public void save(JoinRecord join) {
    if (world.mutant == Mutant.GOSSIP_BEFORE_DISK && join.epoch() > 1 && !join.finished()) {
      world.mayCrash();
      unsaved = join;
      world.mayCrash();
    } else {
      disk.write(FILE, JoinRecordCodec.encode(kept(join)));
      unsaved = null;
    }
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

  void killed() {
    disk.killed();
  }

  void write(JoinRecord join) {
    disk.put(FILE, JoinRecordCodec.encode(kept(join)));
    unsaved = null;
  }

  private JoinRecord kept(JoinRecord join) {
    return switch (world.mutant) {
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
  }
}
