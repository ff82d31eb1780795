package io.amoeba.micro;

import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.batch.Summary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/**
 * Work of the sender's thread for one captured read: it is deduplicated within its batch, sorted
 * and encoded. Keys have YCSB's 23 bytes.
 */
public class BatchBenchmark extends TimedBenchmark {

  private static final int READS = 256;
  private static final long SEED = 7;

  private final UUID table = new UUID(1, 2);
  private final List<String> contacted = List.of("a");
  private final List<byte[]> keys = new ArrayList<>();
  private final BatchEncoder encoder = new BatchEncoder(null);

  @Setup
  public void makeKeys() {
    Random random = new Random(SEED);
    for (int i = 0; i < READS; i++) {
      String key = "user%019d".formatted(random.nextLong() >>> 1);
      keys.add(key.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** A batch of the default size; the score is that of one read. */
  @Benchmark
  @OperationsPerInvocation(READS)
  public List<EncodedBatch> summariseAndEncode() {
    Summary<String> summary = new Summary<>(READS);
    for (byte[] key : keys) {
      summary.add(new ReadHint(table, key, new byte[0]), contacted);
    }
    List<ReadHint> hints = new ArrayList<>();
    summary.forEach((hint, reads) -> hints.add(hint));
    return encoder.encode(hints, 0);
  }
}
