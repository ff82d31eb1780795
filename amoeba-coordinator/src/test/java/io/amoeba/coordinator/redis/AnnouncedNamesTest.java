package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ServerAddress;
import org.junit.jupiter.api.Test;

class AnnouncedNamesTest {

  private static final ServerAddress ONE = new ServerAddress("10.0.0.1", 7000);
  private static final ServerAddress TWO = new ServerAddress("10.0.0.2", 7001);
  private static final ServerAddress NAME_OF_TWO = new ServerAddress("redis-2", 7001);

  private final AnnouncedNames names = new AnnouncedNames();

  private void learn(String... lines) {
    names.learn(ClusterNodes.parse(String.join("\n", lines), "asked").servers());
  }

  @Test
  void addressesComeBeforeNamesUntilANameLedToTheServer() {
    learn(
        "a 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-99",
        "b 10.0.0.2:7001@17001,redis-2 master - 0 0 1 connected 100-200");

    assertThat(names.ways(ONE)).containsExactly(ONE);
    assertThat(names.ways(TWO)).containsExactly(TWO, NAME_OF_TWO);

    names.took(TWO, NAME_OF_TWO);

    assertThat(names.ways(TWO)).containsExactly(NAME_OF_TWO, TWO);
    assertThat(names.used(TWO)).contains(NAME_OF_TWO);

    names.took(TWO, TWO);

    assertThat(names.ways(TWO)).as("where the address leads, names cost time").containsExactly(TWO);
    assertThat(names.used(TWO)).isEmpty();
  }

  @Test
  void onlyTheServerThatAnnouncesANameIsReachedByIt() {
    learn("b 10.0.0.2:7001@17001,redis-2 master - 0 0 1 connected 100-200");

    assertThat(names.isItself(TWO, "b")).isTrue();
    assertThat(names.isItself(TWO, "a")).isFalse();
    assertThat(names.isItself(ONE, "b")).isFalse();
  }

  @Test
  void namesThatAreNoHostsAndThoseOfServersThatAreGoneAreNotUsed() {
    learn(
        "b 10.0.0.2:7001@17001,redis-2 master - 0 0 1 connected 100-200",
        "c 10.0.0.3:7001@17001,-oProxyCommand=id master - 0 0 1 connected 201-300");
    names.took(TWO, NAME_OF_TWO);

    assertThat(names.ways(new ServerAddress("10.0.0.3", 7001))).hasSize(1);

    learn("a 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-99");

    assertThat(names.ways(TWO)).containsExactly(TWO);
  }
}
