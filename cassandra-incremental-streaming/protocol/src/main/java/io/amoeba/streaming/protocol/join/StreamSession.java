package io.amoeba.streaming.protocol.join;

/** One attempt to bring a {@link Transfer}, whole. Neither call blocks. */
public interface StreamSession {

  /** {@link Outcome#SUCCEEDED} once every byte is on disk and readable, for every range. */
  StreamStatus poll();

  /** Ends it; what has arrived may stay on disk. A second call does nothing. */
  void abort();
}
