package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.partitioner.placement.HashSlot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a plan was made for, as 16 hexadecimal digits: eight for the stream, that is the job, the
 * operators that plans are about and the host of each of their subtasks (always the same where none
 * is configured); and eight for the store, the host of each hash slot's primary. Nodes that the
 * operator has named stand for their hosts; other names of nodes depend on what else is there, and
 * say nothing. Two equal ones allow the same plan. Stateless, safe for concurrent use.
 */
public final class TopologyFingerprint {

  private static final int DIGITS_OF_EACH = 8;

  private TopologyFingerprint() {}

  /** The fingerprint, empty while job, store or the place of some subtask is not certain. */
  public static Optional<String> of(ClusterSnapshot snapshot) {
    if (!(snapshot.store() instanceof StoreView.Found)) {
      return Optional.empty();
    }
    HashSlotHomes homes = new HashSlotHomes(snapshot, snapshot.nodes().ofTable());
    return stream(snapshot, homes).map(stream -> digest(stream) + digest(store(homes)));
  }

  /** The part of the stream, the same at any time where there is none; empty: not certain. */
  private static Optional<String> stream(ClusterSnapshot snapshot, HashSlotHomes homes) {
    if (snapshot.isStoreAlone()) {
      return Optional.of("");
    }
    Optional<StreamJob> job = snapshot.job();
    List<StreamOperator> operators = job.map(StreamJob::planned).orElse(List.of());
    if (operators.isEmpty() || !operators.stream().allMatch(StreamOperator::settled)) {
      return Optional.empty();
    }
    StringBuilder stream = new StringBuilder(job.get().id()).append('\n');
    operators.stream()
        .sorted(Comparator.comparing(StreamOperator::name))
        .forEach(
            operator ->
                stream
                    .append(operator.name())
                    .append('\t')
                    .append(String.join("\t", homes.nodeOfSubtask(operator)))
                    .append('\n'));
    return Optional.of(stream.toString());
  }

  private static String store(HashSlotHomes homes) {
    StringBuilder store = new StringBuilder();
    String last = "";
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      String node = Objects.requireNonNullElse(homes.nodeOf(hashSlot), "");
      if (hashSlot == 0 || !node.equals(last)) {
        store.append(hashSlot).append('\t').append(node).append('\n');
        last = node;
      }
    }
    return store.toString();
  }

  /** Whether two fingerprints differ in the store at most. */
  public static boolean sameStream(String one, String other) {
    return stream(one).equals(stream(other));
  }

  /** Whether two fingerprints differ in the stream at most. */
  public static boolean sameStore(String one, String other) {
    return store(one).equals(store(other));
  }

  private static String store(String fingerprint) {
    return fingerprint.substring(stream(fingerprint).length());
  }

  private static String stream(String fingerprint) {
    return fingerprint.substring(0, Math.min(DIGITS_OF_EACH, fingerprint.length()));
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS_OF_EACH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
