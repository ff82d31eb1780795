package io.amoeba.streaming.protocol.join;

/** How far something that is polled has come. */
public enum Outcome {
  RUNNING,
  SUCCEEDED,
  FAILED
}
