package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.partitioner.handover.RestoreBarrier.Arrival;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RestoreBarrierTest {

  private final RestoreBarrier barrier = new RestoreBarrier();

  @Test
  void noRouterPassesBeforeAllHaveArrivedAndAllReceiveTheNewestMap() throws Exception {
    CompletableFuture<CoordinationResponse> first = arrive(0, 0, map(4));
    CompletableFuture<CoordinationResponse> second = arrive(1, 0, map(5));
    assertThat(first).isNotDone();

    CompletableFuture<CoordinationResponse> third = arrive(2, 0, null);

    for (CompletableFuture<CoordinationResponse> answer : List.of(first, second, third)) {
      assertThat(epoch(answer)).isEqualTo(5);
    }
  }

  @Test
  void withoutAnyMapAllPassWithNone() throws Exception {
    arrive(0, 0, null);
    arrive(1, 0, null);

    assertThat(RestoreBarrier.newestMap(arrive(2, 0, null).get())).isNull();
  }

  @Test
  void aSubtaskWhoseAnswerWasLostAsksAgain() throws Exception {
    CompletableFuture<CoordinationResponse> lost = arrive(0, 0, map(4));
    CompletableFuture<CoordinationResponse> again = arrive(0, 0, map(4));
    assertThat(lost).isCompletedExceptionally();
    arrive(1, 0, map(5));
    arrive(2, 0, null);
    assertThat(epoch(again)).isEqualTo(5);

    assertThat(epoch(arrive(0, 0, map(4)))).isEqualTo(5);
  }

  @Test
  void theNextAttemptWaitsForAllOfItsOwn() throws Exception {
    arrive(0, 0, map(4));
    arrive(1, 0, map(5));
    for (int subtask = 0; subtask < 3; subtask++) {
      barrier.subtaskReset(subtask, 7);
    }

    CompletableFuture<CoordinationResponse> first = arrive(0, 1, map(4));
    CompletableFuture<CoordinationResponse> third = arrive(2, 1, null);
    assertThat(first).isNotDone();
    assertThat(third).isNotDone();
    arrive(1, 1, map(3));

    assertThat(epoch(first)).isEqualTo(4);
    assertThat(epoch(third)).isEqualTo(4);
  }

  @Test
  void anAttemptThatIsOverDoesNotCount() throws Exception {
    arrive(1, 0, map(9));
    barrier.executionAttemptFailed(1, 0, null);
    assertThat(arrive(1, 0, map(9))).isCompletedExceptionally();
    arrive(0, 0, null);
    assertThat(arrive(2, 0, null)).isNotDone();

    barrier.resetToCheckpoint(7, null);
    assertThat(arrive(0, 0, null)).isCompletedExceptionally();
    assertThat(arrive(0, 1, null)).isNotDone();
  }

  @Test
  void aCheckpointOfTheBarrierIsEmpty() throws Exception {
    CompletableFuture<byte[]> state = new CompletableFuture<>();
    barrier.checkpointCoordinator(1, state);

    assertThat(state.get()).isEmpty();
    barrier.resetToCheckpoint(OperatorCoordinator.NO_CHECKPOINT, state.get());
    assertThat(arrive(0, 0, null)).isNotDone();
  }

  private CompletableFuture<CoordinationResponse> arrive(
      int subtask, int attempt, byte @Nullable [] map) {
    return barrier.handleCoordinationRequest(new Arrival(subtask, 3, attempt, map));
  }

  private static byte[] map(long epoch) throws Exception {
    return MapCodec.encode(PlacementMap.of(epoch, 2, new int[HashSlot.COUNT]));
  }

  private static long epoch(CompletableFuture<CoordinationResponse> answer) throws Exception {
    byte[] map = RestoreBarrier.newestMap(answer.get());
    return map == null ? 0 : MapCodec.decode(map).epoch();
  }
}
