package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StoreView;
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
 * What a plan was made for, as 16 hexadecimal digits: the job, its aligned operators, the node of
 * each subtask, and the node of each hash slot's primary. Two equal ones allow the same plan.
 * Stateless, safe for concurrent use.
 */
public final class TopologyFingerprint {

  private static final int DIGITS = 16;

  private TopologyFingerprint() {}

  /** The fingerprint, empty while job, store or the place of some subtask is not certain. */
  public static Optional<String> of(ClusterSnapshot snapshot) {
    Optional<StreamJob> job = snapshot.job();
    if (job.isEmpty() || !(snapshot.store() instanceof StoreView.Found)) {
      return Optional.empty();
    }
    List<StreamOperator> operators = job.get().aligned();
    if (operators.isEmpty() || !operators.stream().allMatch(StreamOperator::settled)) {
      return Optional.empty();
    }
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    StringBuilder text = new StringBuilder(job.get().id()).append('\n');
    operators.stream()
        .sorted(Comparator.comparing(StreamOperator::name))
        .forEach(
            operator ->
                text.append(operator.name())
                    .append('\t')
                    .append(String.join("\t", homes.nodeOfSubtask(operator)))
                    .append('\n'));
    String last = "";
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      String node = Objects.requireNonNullElse(homes.nodeOf(hashSlot), "");
      if (hashSlot == 0 || !node.equals(last)) {
        text.append(hashSlot).append('\t').append(node).append('\n');
        last = node;
      }
    }
    return Optional.of(digest(text.toString()));
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
