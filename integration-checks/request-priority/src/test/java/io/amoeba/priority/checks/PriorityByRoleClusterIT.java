package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Classes by granted roles, applications and connections, on a node whose clients log in. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PriorityByRoleClusterIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String READ = "SELECT release_version FROM system.local";
  private static final int REQUESTS = 20;
  private static final String NOT_GRANTED =
      "amoeba-priority=high: the user is not granted priority_high";

  private CassandraCluster cluster;
  private CassandraNode node;
  private RoleSession admin;

  @BeforeAll
  void startANodeAndGrantRoles() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults()
                .withHeapMegabytes(384)
                .withOptions(
                    StartOptions.NONE
                        .withPatience()
                        .withYaml("authenticator", "PasswordAuthenticator")
                        .withYaml("authorizer", "CassandraAuthorizer")
                        .withYaml("roles_validity", "100ms")
                        .withYaml("permissions_validity", "100ms")
                        .withAgent(
                            AgentJars.requestPriority(),
                            "applications=spark-nightly=low+checkout=high")),
            1,
            Path.of("target", "clusters"));
    node = cluster.node(1);
    admin = RoleSession.of(node, "cassandra");
    for (String group : List.of("priority_high", "priority_high_always", "priority_low")) {
      admin.run("CREATE ROLE " + group);
    }
    for (String user : List.of("plain", "shop", "gaming", "reporting", "manager")) {
      admin.run("CREATE ROLE %s WITH LOGIN = true AND PASSWORD = '%s'".formatted(user, user));
    }
    admin.run("CREATE ROLE buyers");
    admin.run("GRANT priority_high TO buyers");
    admin.run("GRANT buyers TO shop");
    admin.run("GRANT priority_high_always TO gaming");
    admin.run("GRANT priority_low TO reporting");
  }

  @AfterAll
  void end() {
    if (cluster != null) {
      cluster.keepLogs();
      if (admin != null) {
        admin.close();
      }
      cluster.close();
    }
  }

  @AfterEach
  void noHookHasFailed() {
    assertThat(figure("hook_failures")).isZero();
  }

  @Test
  void aGrantedRoleGivesItsClassToRequestsWithoutAPayload() {
    assertServed("plain", "normal", Map.of());
    assertServed("shop", "normal", Map.of());
    assertServed("gaming", "high", Map.of());
    assertServed("reporting", "low", Map.of());
    assertServed("cassandra", "normal", Map.of());
  }

  @Test
  void aRuleForAnApplicationGivesItsClassAsFarAsTheUsersRolesAllow() {
    assertServed("shop", "low", Map.of("APPLICATION_NAME", "spark-nightly"));
    assertServed("shop", "high", Map.of("APPLICATION_NAME", "checkout"));
    assertServed("plain", "normal", Map.of("APPLICATION_NAME", "checkout"));
    assertServed("gaming", "high", Map.of("APPLICATION_NAME", "another"));
  }

  @Test
  void aConnectionGivesItsClassToItsRequests() {
    assertServed("shop", "high", Map.of("AMOEBA_PRIORITY", "high"));
    assertServed("gaming", "low", Map.of("AMOEBA_PRIORITY", "low"));
  }

  @Test
  void aPayloadGivesItsClassToOneRequest() {
    try (RoleSession shop = connect("shop", Map.of())) {
      long high = requests("shop", "high");
      long low = requests("shop", "low");

      assertThat(RoleSession.warnings(shop.run(READ, "high"))).isEmpty();
      assertThat(RoleSession.warnings(shop.run(READ, "low"))).isEmpty();

      assertThat(requests("shop", "high")).isEqualTo(high + 1);
      assertThat(requests("shop", "low")).isEqualTo(low + 1);
    }
  }

  @Test
  void aRequestForTooMuchIsServedWithAWarning() {
    try (RoleSession plain = connect("plain", Map.of())) {
      long refused = requests("plain", "refused");
      long unauthorized = figure("unauthorized");

      ResultSet answer = plain.run(READ, "high");

      assertThat(answer.one()).isNotNull();
      assertThat(RoleSession.warnings(answer)).containsExactly(NOT_GRANTED + "; served as normal");
      assertThat(requests("plain", "high")).isZero();
      assertThat(requests("plain", "refused")).isEqualTo(refused + 1);
      assertThat(figure("unauthorized")).isEqualTo(unauthorized + 1);
    }
  }

  @Test
  void aPayloadThatIsNoClassIsServedWithAWarningOfPrintableText() {
    try (RoleSession shop = connect("shop", Map.of())) {
      long malformed = figure("malformed");
      List<String> hostile = List.of("", "HIGH", "\u001b[31mhigh", "h\u00efgh", "x".repeat(60_000));

      for (String payload : hostile) {
        ResultSet answer = shop.run(READ, payload);
        assertThat(answer.one()).isNotNull();
        assertThat(RoleSession.warnings(answer))
            .singleElement()
            .asString()
            .startsWith("amoeba-priority is ")
            .endsWith("; use high, normal or low; served as normal")
            .matches("[ -~]{1,120}");
      }

      assertThat(figure("malformed")).isEqualTo(malformed + hostile.size());
    }
  }

  @Test
  void aConnectionThatAsksForTooMuchIsWarnedOnce() {
    long unauthorized = figure("unauthorized");
    try (RoleSession plain = connect("plain", Map.of("AMOEBA_PRIORITY", "high"))) {
      int warnings = 0;
      for (int i = 0; i < REQUESTS; i++) {
        List<String> told = RoleSession.warnings(plain.run(READ));
        assertThat(told).allMatch(text -> text.startsWith("AMOEBA_PRIORITY=high: the user is not"));
        warnings += told.size();
      }

      // The first request of a connection may be the driver's own; there are two connections.
      assertThat(warnings).isLessThanOrEqualTo(1);
      assertThat(figure("unauthorized") - unauthorized).isBetween(1L, 2L);
      assertThat(requests("plain", "high")).isZero();
    }
  }

  @Test
  void aNodeThatRefusesAnswersRequestsForTooMuchWithAnError() {
    PriorityBean bean = new PriorityBean(node);
    bean.set("OnUnauthorized", "error");
    admin.run(
        "CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    admin.run("CREATE TABLE IF NOT EXISTS shop.items (id int PRIMARY KEY, value text)");
    admin.run("GRANT MODIFY ON shop.items TO plain");
    try (RoleSession plain = connect("plain", Map.of())) {
      PreparedStatement prepared = plain.driver().prepare(READ);
      BatchStatement batch =
          BatchStatement.newInstance(
              DefaultBatchType.UNLOGGED,
              SimpleStatement.newInstance("INSERT INTO shop.items (id, value) VALUES (1, 'a')"));

      assertThatThrownBy(() -> plain.run(READ, "high"))
          .isInstanceOf(UnauthorizedException.class)
          .hasMessage(NOT_GRANTED);
      assertThatThrownBy(
              () ->
                  plain
                      .driver()
                      .execute(prepared.bind().setCustomPayload(RoleSession.payload("high"))))
          .isInstanceOf(UnauthorizedException.class)
          .hasMessage(NOT_GRANTED);
      assertThatThrownBy(
              () -> plain.driver().execute(batch.setCustomPayload(RoleSession.payload("high"))))
          .isInstanceOf(UnauthorizedException.class)
          .hasMessage(NOT_GRANTED);
      // What it may have, and what is no class, is served.
      assertThat(plain.run(READ, "low").one()).isNotNull();
      assertThat(plain.run(READ, "fast").one()).isNotNull();
      assertThat(plain.run(READ).one()).isNotNull();
    } finally {
      bean.set("OnUnauthorized", "warn");
    }
    assertThat(admin.run("SELECT id FROM shop.items").all()).isEmpty();
  }

  @Test
  void aRoleThatIsGrantedOrRevokedAppliesToOpenConnections() {
    try (RoleSession manager = connect("manager", Map.of())) {
      admin.run("GRANT priority_high_always TO manager");
      awaitClass(manager, "manager", "high");

      admin.run("REVOKE priority_high_always FROM manager");
      awaitClass(manager, "manager", "normal");
    }
  }

  @Test
  void theBeanExplainsWhichRuleDecides() {
    assertThat(explain("shop", "high"))
        .isEqualTo(
            "User shop, roles buyers, priority_high, shop: standard class normal, may ask for high\n"
                + "Served as high: the request's payload asks for it");
    assertThat(explain("reporting", "high"))
        .contains("Served as low: it is the user's standard class")
        .endsWith("which is low only; served as low");
    assertThat(explain("stranger", "")).startsWith("User stranger, who does not exist: ");
    assertThat(
            node.jmx()
                .invoke(PriorityBean.NAME, "explainConnection", "shop", "spark-nightly", "", ""))
        .asString()
        .contains("Served as low: the rule for application spark-nightly says so");
  }

  @Test
  void viewsAndMetricsShowClassesUsersAndSettings() {
    assertServed("gaming", "high", Map.of());

    Row classes =
        admin.run("SELECT * FROM amoeba_views.request_classes WHERE class = 'high'").one();
    assertThat(classes).isNotNull();
    assertThat(classes.getLong("requests")).isGreaterThanOrEqualTo(REQUESTS);
    assertThat(classes.getLong("latency_p99_micros")).isPositive();
    Row applications =
        admin
            .run("SELECT setting FROM amoeba_views.request_priority WHERE name = 'applications'")
            .one();
    assertThat(applications).isNotNull();
    assertThat(applications.getString(0)).isEqualTo("checkout=high spark-nightly=low");
    assertThat(figure("control_connections")).isPositive();
    assertThat(figure("role_lookups_failed")).isZero();
    assertThat(
            (Long)
                node.jmx()
                    .attribute(
                        "org.apache.cassandra.metrics:type=RequestPriority,scope=high,name=Requests",
                        "Value"))
        .isGreaterThanOrEqualTo(REQUESTS);
    assertThat(
            node.nodetool(
                "sjk",
                "mx",
                "-b",
                PriorityBean.NAME,
                "-mc",
                "-op",
                "explain",
                "-a",
                "gaming",
                "low"))
        .contains("Served as low: the request's payload asks for it");
  }

  /** Requests without a payload are served in a class. */
  private void assertServed(String user, String serviceClass, Map<String, String> startup) {
    try (RoleSession session = connect(user, startup)) {
      long before = requests(user, serviceClass);
      for (int i = 0; i < REQUESTS; i++) {
        assertThat(session.run(READ).one()).isNotNull();
      }

      // The driver's own queries may be among them.
      assertThat(requests(user, serviceClass))
          .as(user + " " + startup)
          .isGreaterThanOrEqualTo(before + REQUESTS);
    }
  }

  /** A session of a user whose roles the node knows. */
  private RoleSession connect(String user, Map<String, String> startup) {
    RoleSession session = RoleSession.of(node, user, startup);
    session.run(READ);
    await().atMost(LIMIT).until(() -> !row(user).isNull("standard_class"));
    return session;
  }

  private void awaitClass(RoleSession session, String user, String serviceClass) {
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              session.run(READ);
              return serviceClass.equals(row(user).getString("standard_class"));
            });
    long before = requests(user, serviceClass);
    session.run(READ);
    assertThat(requests(user, serviceClass)).isGreaterThan(before);
  }

  private long requests(String user, String column) {
    return row(user).getLong(column);
  }

  private Row row(String user) {
    Row row =
        admin.run("SELECT * FROM amoeba_views.request_users WHERE user = '" + user + "'").one();
    assertThat(row).as(user).isNotNull();
    return row;
  }

  private long figure(String name) {
    Row row =
        admin
            .run("SELECT value FROM amoeba_views.request_priority WHERE name = '" + name + "'")
            .one();
    assertThat(row).as(name).isNotNull();
    return row.getLong(0);
  }

  private String explain(String user, String payload) {
    return (String) node.jmx().invoke(PriorityBean.NAME, "explain", user, payload);
  }
}
