package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.partitioner.handover.Routed.Marker;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One gate behind two routers, without a coordinator. */
class GateOperatorTest {

  private static final long BUFFER_BYTES = 1_000;

  private OneInputStreamOperatorTestHarness<Routed<String>, String> gate = harness();

  @BeforeEach
  void bothRoutersSayHelloAndOneSwitches() throws Exception {
    gate.setProcessingTime(0);
    gate.open();
    marker(MarkerKind.SWITCHED, 0, 0);
    marker(MarkerKind.SWITCHED, 1, 0);
    marker(MarkerKind.SWITCHED, 0, 1);
  }

  @AfterEach
  void close() throws Exception {
    gate.close();
  }

  @Test
  void watermarksWaitForTheRecordsThatAreKept() throws Exception {
    value("at home", 10);
    waiting("moved", 11);
    gate.processWatermark(new Watermark(20));
    assertThat(output()).containsExactly("at home@10");

    marker(MarkerKind.SWITCHED, 1, 1);
    marker(MarkerKind.SETTLED, 1, 1);

    assertThat(output()).containsExactly("at home@10", "moved@11", "W20");
  }

  @Test
  void idlenessWaitsToo() throws Exception {
    waiting("moved", 11);
    gate.processWatermark(new Watermark(20));
    gate.processWatermarkStatus(WatermarkStatus.IDLE);
    assertThat(output()).isEmpty();
    gate.processWatermarkStatus(WatermarkStatus.ACTIVE);
    gate.processWatermarkStatus(WatermarkStatus.IDLE);

    marker(MarkerKind.SWITCHED, 1, 1);
    marker(MarkerKind.SETTLED, 0, 1);

    assertThat(output()).containsExactly("moved@11", "W20", "IDLE");
  }

  @Test
  void recordsOfARouterThatHasSettledComeAfterWhatWasKept() throws Exception {
    waiting("first", 1);
    marker(MarkerKind.SWITCHED, 1, 1);

    marker(MarkerKind.SETTLED, 0, 1);
    value("second", 2);

    assertThat(output()).containsExactly("first@1", "second@2");
  }

  @Test
  void aCheckpointAfterTheLastMarkerLetsGo() throws Exception {
    waiting("moved", 1);
    marker(MarkerKind.SWITCHED, 1, 1);
    gate.snapshot(7, 0);
    gate.setProcessingTime(1);
    assertThat(output()).isEmpty();

    gate.notifyOfCompletedCheckpoint(7);

    assertThat(output()).containsExactly("moved@1");
  }

  @Test
  void afterASavepointThatStopsTheJobAndItsTimersNothingIsLetGo() throws Exception {
    waiting("moved", 1);
    marker(MarkerKind.SWITCHED, 1, 1);
    gate.snapshot(7, 0);

    gate.notifyOfCompletedCheckpoint(7);

    assertThat(output()).isEmpty();
  }

  @Test
  void restoredRecordsComeBeforeTheFirstInput() throws Exception {
    waiting("kept", 5);
    OperatorSubtaskState state = gate.snapshot(7, 0);
    gate.close();
    gate = harness();
    gate.initializeState(state);
    gate.open();

    value("new", 6);
    gate.processWatermark(new Watermark(9));

    assertThat(output()).containsExactly("kept@5", "new@6", "W9");
  }

  @Test
  void aRouterThatNeverSwitchesMakesTheJobRestart() throws Exception {
    gate.setProcessingTime(999);
    waiting("moved", 1);

    assertThatThrownBy(() -> gate.setProcessingTime(1_001))
        .hasStackTraceContaining("wait for the routers {1} to switch, for 1000 ms");
  }

  @Test
  void recordsThatAreLargeMakeTheJobRestartBeforeTheyAreMany() throws Exception {
    String large = "x".repeat(3 << 20);
    for (int i = 0; i < 3; i++) {
      waiting(large, i);
    }

    assertThatThrownBy(() -> waiting(large, 3))
        .hasStackTraceContaining("3 records (9437")
        .hasStackTraceContaining("more than fits into the network");
  }

  @Test
  void theBytesThatAreKeptAreMeasuredAndForgottenWithTheirRecords() throws Exception {
    assertThat(heldBytes()).isZero();
    waiting("moved", 1);
    long one = heldBytes();
    assertThat(one).isBetween(5L, 100L);
    waiting("moved", 2);
    assertThat(heldBytes()).isEqualTo(2 * one);

    OperatorSubtaskState state = gate.snapshot(7, 0);
    gate.close();
    gate = harness();
    gate.initializeState(state);
    gate.open();
    assertThat(heldBytes()).isEqualTo(2 * one);
    value("new", 3);

    assertThat(output()).containsExactly("moved@1", "moved@2", "new@3");
    assertThat(heldBytes()).isZero();
  }

  @Test
  void aHandOverWithoutKeptRecordsMayTakeItsTime() throws Exception {
    gate.setProcessingTime(10_000);
    marker(MarkerKind.SWITCHED, 1, 1);
    waiting("moved", 1);
    gate.setProcessingTime(100_000);

    assertThat(output()).isEmpty();
  }

  private long heldBytes() {
    return ((GateOperator<String, String>) gate.getOneInputOperator()).heldBytes();
  }

  private static OneInputStreamOperatorTestHarness<Routed<String>, String> harness() {
    try {
      OneInputStreamOperatorTestHarness<Routed<String>, String> harness =
          new OneInputStreamOperatorTestHarness<>(
              new GateOperatorFactory<>(
                  new GateSettings("Toll", 10, BUFFER_BYTES, 1, 1_000), new Forward()),
              new RoutedSerializer<>(StringSerializer.INSTANCE));
      harness.setup(StringSerializer.INSTANCE);
      return harness;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void marker(MarkerKind kind, int router, long epoch) throws Exception {
    Marker marker = new Marker(kind, router, 2, 70 + router, (int) epoch);
    gate.processElement(new StreamRecord<>(Routed.marker(0, epoch, marker)));
  }

  private void value(String text, long timestamp) throws Exception {
    gate.processElement(new StreamRecord<>(Routed.value(text), timestamp));
  }

  private void waiting(String text, long timestamp) throws Exception {
    Routed<String> routed = Routed.value(text);
    routed.epoch = 1;
    routed.waitFor = 3;
    routed.timestamp = timestamp;
    gate.processElement(new StreamRecord<>(routed, timestamp));
  }

  private List<String> output() {
    return gate.getOutput().stream()
        .map(element -> text((StreamElement) element))
        .collect(Collectors.toList());
  }

  private static String text(StreamElement element) {
    if (element.isWatermark()) {
      return "W" + element.asWatermark().getTimestamp();
    }
    if (element.isWatermarkStatus()) {
      return element.asWatermarkStatus().isIdle() ? "IDLE" : "ACTIVE";
    }
    return element.asRecord().getValue() + "@" + element.asRecord().getTimestamp();
  }

  private static final class Forward extends AlignedFunction<String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(String value, long timestamp, Emitter<String> out) {
      out.emit(value, timestamp);
    }
  }
}
