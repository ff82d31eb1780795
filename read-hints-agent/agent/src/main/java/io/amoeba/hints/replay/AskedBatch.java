package io.amoeba.hints.replay;

/** A batch that this node has asked for. Called by replay threads. */
public interface AskedBatch {

  /**
   * Whether somebody still waits for it: then it is applied whatever the fraction is, and however
   * late.
   */
  boolean isWanted();

  /** Nothing more comes of it; called once. How many of its hints were applied. */
  void done(int applied);
}
