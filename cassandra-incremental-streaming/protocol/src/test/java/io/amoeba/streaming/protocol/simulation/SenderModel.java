package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSession;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSessions;
import io.amoeba.streaming.protocol.join.Transfer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Streaming: the sender's data of one moment arrive at later ones, or the session fails. */
final class SenderModel implements StreamSessions {

  private final World world;

  /** For the mutants that resume: what earlier lives of the joining node have received. */
  private final Set<Transfer> received = new HashSet<>();

  /** The same of its present life, also in attempts that it has ended. */
  private final Set<Transfer> receivedInLife = new HashSet<>();

  private long life;

  SenderModel(World world) {
    this.world = world;
  }

  @Override
  public StreamSession start(Transfer transfer) {
    Session session = new Session(transfer);
    session.begin();
    return session;
  }

  private final class Session implements StreamSession {

    private final Transfer transfer;
    private final int sender;
    private final List<Integer> keys;
    private Outcome outcome = Outcome.RUNNING;
    private boolean aborted;

    Session(Transfer transfer) {
      this.transfer = transfer;
      sender = Ring.node(transfer.sender());
      keys = world.ring.keysOf(transfer);
    }

    void begin() {
      if (world.mutant == Mutant.STEP_RESUMED_AFTER_RESTART && received.contains(transfer)) {
        outcome = Outcome.SUCCEEDED;
        return;
      }
      if (world.mutant == Mutant.TRUNCATED_NOT_STREAMED_AGAIN && !transfer.tables().isEmpty()) {
        outcome = Outcome.SUCCEEDED;
        return;
      }
      int joiningNode = world.ring.joiningNode;
      if (life != world.network.incarnation(joiningNode)) {
        life = world.network.incarnation(joiningNode);
        receivedInLife.clear();
      }
      if (world.mutant == Mutant.EARLIER_ATTEMPT_COUNTS && receivedInLife.contains(transfer)) {
        outcome = Outcome.SUCCEEDED;
        return;
      }
      long lifeOfSender = world.network.incarnation(sender);
      boolean fails =
          !world.network.up(sender)
              || !world.network.connectedBothWays(joiningNode, sender)
              || (world.failures && world.time.chance(0.4));
      world.network.on(
          joiningNode,
          world.time.between(5, 40),
          () -> {
            int[] snapshot = world.versions[sender].clone();
            world.network.on(
                joiningNode,
                world.time.between(20, 500),
                () -> end(snapshot, fails || world.network.incarnation(sender) != lifeOfSender));
          });
    }

    private void end(int[] snapshot, boolean failed) {
      if (aborted && world.mutant != Mutant.EARLIER_ATTEMPT_COUNTS) {
        return;
      }
      int[] has = world.versions[world.ring.joiningNode];
      for (int key : keys) {
        if (!failed || world.time.chance(0.4)) {
          has[key] = Math.max(has[key], snapshot[key]);
        }
      }
      boolean counts = !failed || world.mutant == Mutant.INCOMPLETE_STEP;
      outcome = counts ? Outcome.SUCCEEDED : Outcome.FAILED;
      if (counts) {
        received.add(transfer);
        receivedInLife.add(transfer);
      }
    }

    @Override
    public StreamSession.Status poll() {
      return new StreamSession.Status(
          outcome, outcome == Outcome.FAILED ? "cut" : "", 0, keys.size());
    }

    @Override
    public void abort() {
      aborted = true;
    }
  }
}
