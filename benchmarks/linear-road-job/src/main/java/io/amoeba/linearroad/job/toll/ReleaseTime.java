package io.amoeba.linearroad.job.toll;

import java.io.Serializable;

/** The watermark in milliseconds that a value waits for. */
@FunctionalInterface
public interface ReleaseTime<T> extends Serializable {
  /** The least watermark at which everything is in Redis that the value needs. */
  long releaseMillis(T value);
}
