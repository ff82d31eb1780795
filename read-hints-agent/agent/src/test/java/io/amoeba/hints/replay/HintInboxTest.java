package io.amoeba.hints.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.agent.AgentOptions;
import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.BatchLimits;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.net.InetAddress;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HintInboxTest {

  private static final int WAIT_MILLIS = 20;

  private final HintCounters counters = new HintCounters();

  @Test
  @Timeout(60)
  void hintsThatHaveWaitedTooLongAreDroppedAndCounted() throws InterruptedException {
    ReplayOptions replay = new ReplayOptions(1, 500, 1024, 100, WAIT_MILLIS);
    AgentOptions options =
        new AgentOptions(
            100, 90, 0, false, TargetPolicy.ALL, false, 4, 100, false, 0, 0, List.of(), replay);
    HintInbox inbox =
        new HintInbox(
            new BatchDecoder(BatchLimits.DEFAULTS, null),
            replay,
            new HintSettings(options),
            counters);
    UUID table = UUID.randomUUID();
    List<ReadHint> hints =
        List.of(
            new ReadHint(table, new byte[] {1}, new byte[0]),
            new ReadHint(table, new byte[] {2}, new byte[0]));
    InetAddressAndPort peer = InetAddressAndPort.getByAddress(InetAddress.getLoopbackAddress());
    new BatchEncoder(null)
        .encode(hints, System.currentTimeMillis())
        .forEach(batch -> assertThat(inbox.offer(peer, batch.bytes())).isTrue());

    Thread.sleep(2 * WAIT_MILLIS); // what is tested is that time goes by
    inbox.start(1);

    while (counters.received.sum() < hints.size()
        || counters.dropped(DropReason.LATE) < hints.size()) {
      Thread.onSpinWait();
    }
    assertThat(counters.applied.sum()).isZero();
  }
}
