package io.amoeba.hints.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.StartOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The views of both agents on a node with authorization. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthorizedViewsClusterIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final List<String> VIEWS =
      List.of(
          "amoeba_views.incremental_join",
          "amoeba_views.read_hints",
          "amoeba_views.read_hint_peers");

  private CassandraCluster cluster;

  @BeforeAll
  void startANodeThatAuthorizes() {
    cluster =
        HintCluster.start(
            StartOptions.NONE
                .withYaml("authenticator", "PasswordAuthenticator")
                .withYaml("authorizer", "CassandraAuthorizer")
                .withYaml("permissions_validity", "100ms")
                .withAgent(AgentJars.incrementalStreaming(), "")
                .withAgent(AgentJars.readHints(), ""),
            1);
  }

  @AfterAll
  void end() {
    HintCluster.end(cluster);
  }

  @Test
  void aRoleMayReadTheViewsThatItIsGrantedAndNoOthers() {
    try (CqlSession admin = session("cassandra", "cassandra")) {
      admin.execute("CREATE ROLE monitor WITH LOGIN = true AND PASSWORD = 'monitor'");
      // Cassandra knows virtual keyspaces of its own only.
      assertThatThrownBy(() -> admin.execute("GRANT SELECT ON KEYSPACE amoeba_views TO monitor"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("doesn't exist");
      try (CqlSession monitor = session("monitor", "monitor")) {
        for (String view : VIEWS) {
          assertThatThrownBy(() -> select(monitor, view)).isInstanceOf(UnauthorizedException.class);

          admin.execute("GRANT SELECT ON " + view + " TO monitor");

          await()
              .atMost(LIMIT)
              .ignoreExceptionsInstanceOf(UnauthorizedException.class)
              .untilAsserted(() -> select(monitor, view));
        }
        assertThat(select(monitor, "amoeba_views.read_hints")).isPositive();
        assertThatThrownBy(() -> select(monitor, "system_auth.roles"))
            .isInstanceOf(UnauthorizedException.class);
        assertThatThrownBy(() -> monitor.execute("TRUNCATE amoeba_views.read_hints"))
            .isInstanceOf(DriverException.class);
      }
    }
  }

  private static int select(CqlSession session, String view) {
    return session.execute("SELECT * FROM " + view).all().size();
  }

  /** The first role is there some moments after the node is up. */
  private CqlSession session(String role, String password) {
    CassandraNode node = cluster.node(1);
    return await()
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(AllNodesFailedException.class)
        .until(
            () ->
                CqlSession.builder()
                    .addContactPoint(node.cqlAddress())
                    .withLocalDatacenter("datacenter1")
                    .withAuthCredentials(role, password)
                    .withConfigLoader(
                        DriverConfigLoader.programmaticBuilder()
                            .withDuration(
                                DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                            .withDuration(
                                DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT,
                                Duration.ofSeconds(20))
                            .build())
                    .build(),
            session -> true);
  }
}
