package io.amoeba.shift.protocol.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.releasedformats.ReleasedFormat;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Nodes of two releases in one cluster: the states that they gossip. */
class ReleasedFormatsTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final long SINCE = NOW - 5_000;
  private static final long UNTIL = NOW + 60_000;

  private static ReleasedFormat<NodeState> states() {
    return new ReleasedFormat<>(
            "node-state", NodeState::text, text -> NodeState.parse(text, NOW).orElseThrow())
        .sample("quiet", NodeState.quiet(OptionalInt.empty()))
        .sample("compacting", NodeState.quiet(OptionalInt.of(100)).withCompacting(true))
        .sample("working", new NodeState(false, true, false, SINCE, UNTIL, OptionalInt.of(0)))
        .sample("shifted", new NodeState(true, true, false, SINCE, UNTIL, OptionalInt.of(37)))
        .sample("drained", new NodeState(true, true, true, SINCE, UNTIL, OptionalInt.of(37)))
        .sample("returning", new NodeState(true, false, false, SINCE, UNTIL, OptionalInt.empty()));
  }

  @Test
  void statesOfNodesAreUnderstood() throws Exception {
    states().check();
  }

  @Test
  void aFurtherFieldIsPassedOverAndALaterVersionRefused() throws Exception {
    for (String text : states().texts()) {
      assertThat(NodeState.parse(text + ":more", NOW))
          .isPresent()
          .isEqualTo(NodeState.parse(text, NOW));
      assertThat(NodeState.parse(text.replace("read-shift:1:", "read-shift:2:"), NOW)).isEmpty();
    }
  }
}
