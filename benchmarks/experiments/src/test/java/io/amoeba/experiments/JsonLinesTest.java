package io.amoeba.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.experiments.load.ReadMove;
import io.amoeba.experiments.probe.NodeSample;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  @Test
  void whatIsPrintedIsReadAgain() {
    StringWriter out = new StringWriter();
    NodeSample sample = new NodeSample(1_000.5, "NORMAL", 0.25, 7, 8, 9);

    NodeSample.LINES.print(new PrintWriter(out), sample);

    assertThat(out.toString()).startsWith("node {\"atSeconds\":1000.5,").endsWith("}\n");
    assertThat(NodeSample.LINES.parse(out.toString().strip())).contains(sample);
    assertThat(ReadMove.LINES.parse("moved {\"atSeconds\":3}")).contains(Values.at(3, Map.of()));
  }

  @Test
  void otherLinesAreNone() {
    assertThat(NodeSample.LINES.parse("nodes {}")).isEmpty();
    assertThat(NodeSample.LINES.parse("moved {\"atSeconds\":3}")).isEmpty();
  }

  @Test
  void brokenLineIsReportedWhole() {
    assertThatThrownBy(() -> NodeSample.LINES.parse("node {\"atSeconds\""))
        .isInstanceOf(ContainerException.class)
        .hasMessageContaining("node {\"atSeconds\"");
  }
}
