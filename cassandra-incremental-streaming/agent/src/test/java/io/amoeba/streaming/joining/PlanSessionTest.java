package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.streaming.SessionInfo;
import org.apache.cassandra.streaming.StreamEvent;
import org.apache.cassandra.streaming.StreamSession;
import org.apache.cassandra.streaming.StreamSummary;
import org.apache.cassandra.utils.TimeUUID;
import org.junit.jupiter.api.Test;

class PlanSessionTest {

  private static final InetSocketAddress PEER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);

  private final PlanSession.Bytes bytes = new PlanSession.Bytes();

  @Test
  void beforeItsPreparationNothingIsKnown() {
    assertThat(bytes.total()).isZero();
    assertThat(bytes.done(0, false)).isZero();
  }

  @Test
  void bytesThatCassandraForgetsAtTheEndAreKept() {
    bytes.handleStreamEvent(prepared(1_000));

    assertThat(bytes.total()).isEqualTo(1_000);
    assertThat(bytes.done(700, false)).isEqualTo(700);
    assertThat(bytes.done(0, false)).isEqualTo(700);
    assertThat(bytes.done(0, true)).isEqualTo(1_000);
    assertThat(bytes.total()).isEqualTo(1_000);
  }

  private static StreamEvent prepared(long size) {
    return new StreamEvent.SessionPreparedEvent(
        TimeUUID.minAtUnixMillis(0),
        new SessionInfo(
            PEER,
            0,
            PEER,
            List.of(new StreamSummary(TableId.fromUUID(new UUID(1, 2)), 3, size)),
            List.of(),
            StreamSession.State.PREPARING,
            null),
        StreamSession.PrepareDirection.ACK);
  }
}
