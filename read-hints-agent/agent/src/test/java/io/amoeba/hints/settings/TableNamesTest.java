package io.amoeba.hints.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableNamesTest {

  private static final TableNames NAMES =
      new TableNames(Map.of("shop", Set.of("items"), "Bill", Set.of()));

  @Test
  void knownKeyspacesAndTablesAreNoProblem() {
    assertThat(NAMES.problems(List.of("shop", "shop.items", "Bill"))).isEmpty();
  }

  @Test
  void eachUnknownNameIsNamedWithThoseThatThereAre() {
    assertThat(NAMES.problems(List.of("shpo", "shop.itms", "bill", "shop.items", "Bill.x")))
        .hasSize(4)
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("exclude=shpo: there is no keyspace shpo; there are ")
                    .contains("shop"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "exclude=shop.itms: there is no table itms in keyspace shop; there are"
                            + " [items]"))
        .anySatisfy(line -> assertThat(line).startsWith("exclude=bill: ").contains("Bill"))
        .anySatisfy(line -> assertThat(line).startsWith("exclude=Bill.x: there is no table x"));
  }
}
