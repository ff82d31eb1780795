package io.amoeba.experiments.freshreads;

/** Clients of the servers, without load at first. Safe for concurrent use. */
interface Traffic extends AutoCloseable {
  /** Changes the load at once; answers to requests from now on go to this log. */
  void become(Load load, ReadLog log);

  /** Waits for the answers of all requests in flight. */
  @Override
  void close();
}
