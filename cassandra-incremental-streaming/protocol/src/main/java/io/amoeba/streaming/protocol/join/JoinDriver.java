package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Announcement;

/**
 * Drives a join through its ports: {@link #start} before gossip, then {@link #tick} often, from one
 * thread. Neither blocks beyond the ports' own calls. {@link #pause}, {@link #resume} and {@link
 * #progress} may be called from any thread. What a port throws passes through; the next tick goes
 * on.
 */
public final class JoinDriver {

  /** Of a join as the disk has it, or a fresh one. */
  public JoinDriver(JoinRecord join, JoinSettings settings, JoinPorts ports) {}

  /**
   * Opens the serving gate and returns what this start's first gossip message must carry. On disk
   * when it returns. Empty when the join had finished: the node starts as an ordinary one.
   */
  public java.util.Optional<Announcement> start() {
    throw new UnsupportedOperationException("not written yet");
  }

  /** Looks at everything once and does what is due. */
  public void tick() {
    throw new UnsupportedOperationException("not written yet");
  }

  /**
   * Stops before the next sender starts; what is pending stays so only if its streaming has begun.
   */
  public void pause() {}

  public void resume() {}

  public JoinProgress progress() {
    throw new UnsupportedOperationException("not written yet");
  }
}
