package io.amoeba.streaming.member;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.stream.LongStream;
import org.apache.cassandra.config.DatabaseDescriptor;

/** How long a request of this node may be under way. Read each time: operators change them. */
final class Timeouts {

  private Timeouts() {}

  static long longestWriteMillis() {
    return LongStream.of(
            DatabaseDescriptor.getWriteRpcTimeout(MILLISECONDS),
            DatabaseDescriptor.getCounterWriteRpcTimeout(MILLISECONDS),
            DatabaseDescriptor.getCasContentionTimeout(MILLISECONDS))
        .max()
        .orElseThrow();
  }

  static long longestReadMillis() {
    return LongStream.of(
            DatabaseDescriptor.getReadRpcTimeout(MILLISECONDS),
            DatabaseDescriptor.getRangeRpcTimeout(MILLISECONDS))
        .max()
        .orElseThrow();
  }
}
