package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColocatedRedisTest {
  private final List<String> released = new ArrayList<>();
  private final SharedClients<String, String> clients =
      new SharedClients<>(name -> name, this::close);

  private void close(String client) {
    released.add(client);
    if (client.startsWith("failing")) {
      throw new IllegalStateException(client);
    }
  }

  private List<Runnable> releases(String... names) {
    List<Runnable> releases = new ArrayList<>();
    for (String name : names) {
      clients.acquire(name);
      releases.add(() -> clients.release(name));
    }
    return releases;
  }

  @Test
  void everythingIsReleasedAndTheFirstFailureHasTheOthers() {
    List<Runnable> releases = releases("failing first", "other", "failing second", "last");

    assertThatThrownBy(() -> ColocatedRedis.runAll(releases))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("failing first")
        .satisfies(
            first ->
                assertThat(first.getSuppressed())
                    .singleElement()
                    .satisfies(second -> assertThat(second).hasMessage("failing second")));

    assertThat(released).containsExactly("failing first", "other", "failing second", "last");
    assertThat(clients.size()).isZero();
  }

  @Test
  void anErrorDoesNotKeepTheOthersFromBeingReleased() {
    List<Runnable> releases = new ArrayList<>(releases("other"));
    releases.add(
        0,
        () -> {
          throw new NoClassDefFoundError("of a closed class loader");
        });

    assertThatThrownBy(() -> ColocatedRedis.runAll(releases))
        .isInstanceOf(NoClassDefFoundError.class);

    assertThat(released).containsExactly("other");
  }

  @Test
  void releasesThatSucceedThrowNothing() {
    assertThatCode(() -> ColocatedRedis.runAll(releases("one", "two"))).doesNotThrowAnyException();
  }
}
