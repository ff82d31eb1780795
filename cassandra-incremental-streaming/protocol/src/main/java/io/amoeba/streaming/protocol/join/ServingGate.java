package io.amoeba.streaming.protocol.join;

import java.util.SortedSet;

/** Port: which reads the joining node answers: those in the ranges of its done tokens. */
@FunctionalInterface
public interface ServingGate {

  /** Returns when reads of all these tokens' ranges are answered. The set never shrinks. */
  void serve(SortedSet<Long> done);
}
