package io.amoeba.agents.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** A node that starts without the agent although its line names it. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class InactiveAgentChecks {

  private static final Duration LIMIT = CassandraCluster.START_LIMIT;

  private final Agent agent;
  private final String wrongOptions;
  private final List<String> refusals;

  private CassandraCluster cluster;
  private CassandraNode node;

  /**
   * An agent.
   *
   * @param name with which its messages begin
   * @param killSwitch the system property that switches it off
   * @param bean name of its MBean
   * @param table of its virtual tables, in {@code amoeba_views}
   */
  public record Agent(Path jar, String name, String killSwitch, String bean, String table) {}

  /**
   * Of one agent.
   *
   * @param refusals what the log says of the wrong options
   */
  protected InactiveAgentChecks(Agent agent, String wrongOptions, String... refusals) {
    this.agent = agent;
    this.wrongOptions = wrongOptions;
    this.refusals = List.of(refusals);
  }

  /** Checks what the agent would have changed, of a node whose agent is inactive. */
  protected abstract void assertUnchanged(CassandraNode stock);

  private StartOptions withAgent(String options) {
    return StartOptions.NONE.withAgent(agent.jar(), options);
  }

  @BeforeAll
  public final void startANodeWithWrongOptions() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withOptions(withAgent(wrongOptions)),
            1,
            Path.of("target", "clusters"));
    node = cluster.node(1);
  }

  @AfterAll
  public final void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      cluster.close();
    }
  }

  @Test
  @Order(1)
  public final void aNodeWithWrongOptionsStartsWithoutTheAgent() {
    assertThat(node.logSince(0))
        .contains(agent.name() + " is off until these options are corrected")
        .contains(refusals);
    assertStock();
  }

  @Test
  @Order(2)
  public final void aNodeWhoseAgentIsSwitchedOffIsAStockNode() {
    node.process().kill();
    await().atMost(LIMIT).until(() -> !node.isAlive());
    long log = node.logBytes();
    String off = "-D" + agent.killSwitch() + "=off";

    cluster.launch(1, withAgent("").withJvmArguments(off));

    node.awaitNormal(LIMIT);
    assertThat(node.logSince(log)).contains(agent.name() + ": switched off by " + off);
    assertStock();
  }

  private void assertStock() {
    assertThat(node.jmx().hasBean(agent.bean())).isFalse();
    assertUnchanged(node);
    try (OneNodeClient client = new OneNodeClient(node)) {
      assertThat(client.run("SELECT key FROM system.local")).hasSize(1);
      assertThatThrownBy(() -> client.run("SELECT * FROM amoeba_views." + agent.table()))
          .hasMessageContaining("amoeba_views");
    }
  }
}
