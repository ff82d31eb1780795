package io.amoeba.partitioner.handover;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationResponse;
import org.jspecify.annotations.Nullable;

/**
 * A point in the start of an operator that no subtask passes before all have reached it, kept by
 * the JobManager: it sends them the newest map that any of them has restored. Confined to the
 * JobManager's main thread. Source: docs/adr/0002.
 */
final class RestoreBarrier implements OperatorCoordinator, CoordinationRequestHandler {

  /*
   * Why not union state, which would give every subtask what all have restored: Flink takes no
   * checkpoint of it while some subtasks of the operator have finished (FLIP-147).
   *
   * An arrival stays until its subtask is reset, so that a subtask whose answer was lost may ask
   * again. All subtasks are reset together, since a router feeds every gate: they are one region.
   */

  /** Makes the barrier of an operator. Serialised into the job graph. */
  static final class Provider implements OperatorCoordinator.Provider {
    private static final long serialVersionUID = 1L;
    private final OperatorID operator;

    Provider(OperatorID operator) {
      this.operator = operator;
    }

    @Override
    public OperatorID getOperatorId() {
      return operator;
    }

    @Override
    public OperatorCoordinator create(Context context) {
      return new RestoreBarrier();
    }
  }

  /** A subtask has come so far. */
  static final class Arrival implements CoordinationRequest {
    private static final long serialVersionUID = 1L;
    private final int subtask;
    private final int subtasks;
    private final int attempt;
    private final byte @Nullable [] map;

    /**
     * Of subtask {@code subtask} of {@code subtasks}, with the map that it has restored, if any.
     */
    Arrival(int subtask, int subtasks, int attempt, byte @Nullable [] map) {
      this.subtask = subtask;
      this.subtasks = subtasks;
      this.attempt = attempt;
      this.map = map;
    }
  }

  private static final class Waiting {
    private final Arrival arrival;
    private final CompletableFuture<CoordinationResponse> answer = new CompletableFuture<>();

    Waiting(Arrival arrival) {
      this.arrival = arrival;
    }
  }

  private final Map<Integer, Waiting> waiting = new TreeMap<>();
  private final Map<Integer, Integer> newestAttempts = new TreeMap<>();
  private final Map<Integer, Integer> endedAttempts = new TreeMap<>();

  @Override
  public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
      CoordinationRequest request) {
    Arrival arrival = (Arrival) request;
    if (arrival.attempt <= endedAttempts.getOrDefault(arrival.subtask, -1)) {
      return CompletableFuture.failedFuture(
          new IllegalStateException(
              "attempt " + arrival.attempt + " of subtask " + arrival.subtask + " is over"));
    }
    started(arrival.subtask, arrival.attempt);
    Waiting arrived = new Waiting(arrival);
    giveUp(waiting.put(arrival.subtask, arrived));
    if (waiting.size() == arrival.subtasks) {
      releaseAll();
    }
    return arrived.answer;
  }

  private void releaseAll() {
    try {
      CoordinationResponse release = release(newestMap());
      waiting.values().forEach(arrived -> arrived.answer.complete(release));
    } catch (IOException e) {
      waiting.values().forEach(arrived -> arrived.answer.completeExceptionally(e));
    }
  }

  /*
   * The answer is read by the class loader of Flink, not by that of the job, which may have this jar
   * in its own. So it is one of Flink's own classes that can carry bytes.
   */
  private static CoordinationResponse release(byte @Nullable [] map) throws IOException {
    if (map == null) {
      return new CollectCoordinationResponse("", 0, List.of());
    }
    DataOutputSerializer out = new DataOutputSerializer(map.length + Integer.BYTES);
    BytePrimitiveArraySerializer.INSTANCE.serialize(map, out);
    return new CollectCoordinationResponse("", 0, List.of(out.getCopyOfBuffer()));
  }

  /** The newest map that any subtask has brought, if any has, from the answer to an arrival. */
  static byte @Nullable [] newestMap(CoordinationResponse release) throws IOException {
    List<byte[]> maps =
        ((CollectCoordinationResponse) release).getResults(BytePrimitiveArraySerializer.INSTANCE);
    return maps.isEmpty() ? null : maps.get(0);
  }

  private byte @Nullable [] newestMap() throws IOException {
    byte[] newest = null;
    long newestEpoch = -1;
    for (Waiting arrived : waiting.values()) {
      byte[] map = arrived.arrival.map;
      if (map != null && MapCodec.decode(map).epoch() > newestEpoch) {
        newest = map;
        newestEpoch = MapCodec.decode(map).epoch();
      }
    }
    return newest;
  }

  private void started(int subtask, int attempt) {
    newestAttempts.merge(subtask, attempt, Math::max);
  }

  private static void giveUp(@Nullable Waiting arrived) {
    if (arrived != null) {
      arrived.answer.completeExceptionally(new IllegalStateException("the subtask asks again"));
    }
  }

  @Override
  public void executionAttemptReady(int subtask, int attempt, SubtaskGateway gateway) {
    started(subtask, attempt);
  }

  @Override
  public void executionAttemptFailed(int subtask, int attempt, @Nullable Throwable reason) {
    endedAttempts.merge(subtask, attempt, Math::max);
    Waiting arrived = waiting.get(subtask);
    if (arrived != null && arrived.arrival.attempt <= attempt) {
      giveUp(waiting.remove(subtask));
    }
  }

  @Override
  public void subtaskReset(int subtask, long checkpointId) {
    endedAttempts.merge(subtask, newestAttempts.getOrDefault(subtask, -1), Math::max);
    giveUp(waiting.remove(subtask));
  }

  @Override
  public void resetToCheckpoint(long checkpointId, byte @Nullable [] state) {
    newestAttempts.forEach((subtask, attempt) -> endedAttempts.merge(subtask, attempt, Math::max));
    waiting.values().forEach(RestoreBarrier::giveUp);
    waiting.clear();
  }

  @Override
  public void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> state) {
    state.complete(new byte[0]); // who has arrived is of this attempt alone
  }

  @Override
  public void handleEventFromOperator(int subtask, int attempt, OperatorEvent event) {
    throw new IllegalArgumentException("no events are expected, got " + event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {}

  @Override
  public void start() {}

  @Override
  public void close() {
    waiting.values().forEach(RestoreBarrier::giveUp);
  }
}
