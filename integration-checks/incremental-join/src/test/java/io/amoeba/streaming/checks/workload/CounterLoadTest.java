package io.amoeba.streaming.checks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CounterLoadTest {
  private static final List<Integer> NODES = List.of(1, 2, 3);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** One linearizable copy. */
  private static class InMemoryCounterStore implements CounterStore {
    final Map<String, AtomicInteger> counters = new ConcurrentHashMap<>();

    AtomicInteger counter(String name) {
      return counters.computeIfAbsent(name, absent -> new AtomicInteger());
    }

    @Override
    public int value(int coordinator, String counter) {
      return counter(counter).get();
    }

    @Override
    public boolean raise(int coordinator, String counter, int value) throws WriteRefusedException {
      return counter(counter).compareAndSet(value - 1, value);
    }
  }

  private static List<String> run(CounterStore store) throws InterruptedException {
    CounterLoad load = new CounterLoad(store, () -> NODES, 2, 7);
    load.start();
    await().atMost(LIMIT).until(() -> load.applied() > 50);
    load.stop();
    return load.violations(NODES);
  }

  @Test
  void linearizableCountersAreSound() throws Exception {
    assertThat(run(new InMemoryCounterStore())).isEmpty();
  }

  @Test
  void forgottenIncrementIsFound() throws Exception {
    CounterStore forgetful =
        new InMemoryCounterStore() {
          @Override
          public int value(int coordinator, String counter) {
            // As if a quorum of replicas had missed the tenth increment.
            counter(counter).compareAndSet(10, 9);
            return super.value(coordinator, counter);
          }
        };

    assertThat(run(forgetful)).anyMatch(violation -> violation.contains("applied twice"));
  }

  @Test
  void nodeThatShowsAnOldValueIsFound() throws Exception {
    CounterStore stale =
        new InMemoryCounterStore() {
          @Override
          public int value(int coordinator, String counter) {
            return coordinator == 3 ? 1 : super.value(coordinator, counter);
          }
        };

    assertThat(run(stale)).isNotEmpty().allMatch(violation -> violation.contains("node 3: lost"));
  }
}
