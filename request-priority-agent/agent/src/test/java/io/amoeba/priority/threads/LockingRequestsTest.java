package io.amoeba.priority.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockingRequestsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t (id) VALUES (1) IF NOT EXISTS",
        "update t set a = 1 where id = 1 if a=2",
        "DELETE FROM t WHERE id = 1 If\nEXISTS",
        "BEGIN BATCH INSERT INTO t (id) VALUES (1) IF NOT EXISTS; APPLY BATCH",
        "if",
        "UPDATE t SET a = 'what if' WHERE id = 1"
      })
  void aTextWithTheWordIfMayBeConditional(String query) {
    assertThat(LockingRequests.mayBeConditional(query)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "i",
        "SELECT * FROM gifts WHERE id = 1",
        "INSERT INTO t (if_a, ifx, _if, x2if) VALUES (1, 2, 3, 4)"
      })
  void otherTextsAreNot(String query) {
    assertThat(LockingRequests.mayBeConditional(query)).isFalse();
  }

  @Test
  void aTextThatIsTooLongToSearchMayBeConditional() {
    assertThat(LockingRequests.mayBeConditional("x".repeat(16_384))).isFalse();
    assertThat(LockingRequests.mayBeConditional("x".repeat(16_385))).isTrue();
  }

  /** A schema change holds locks; what cannot be told from its first word may be one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (id int PRIMARY KEY)",
        " alter table t add a int",
        "DROP TABLE t",
        "TRUNCATE t",
        "GRANT priority_low TO batch",
        "/* a comment */ SELECT * FROM t",
        "selected",
        ""
      })
  void aTextThatIsNoReadOrWriteOfRowsMayLock(String query) {
    assertThat(LockingRequests.isOfRows(query)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t",
        "\n\t select * from t",
        "INSERT INTO t (id) VALUES (1)",
        "Update t SET a = 1 WHERE id = 1",
        "DELETE FROM t WHERE id = 1",
        "BEGIN UNLOGGED BATCH INSERT INTO t (id) VALUES (1); APPLY BATCH",
        "USE shop"
      })
  void readsAndWritesOfRowsAreKnownByTheirFirstWord(String query) {
    assertThat(LockingRequests.isOfRows(query)).isTrue();
  }
}
