package io.amoeba.hints.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.Test;

class HintCountersTest {

  private static final InetAddressAndPort HERE = endpoint("127.0.0.4:7000");
  private static final InetAddressAndPort ELSEWHERE = endpoint("127.0.0.5:7000");
  private static final UUID HOST = new UUID(1, 2);
  private static final UUID OTHER_HOST = new UUID(3, 4);

  private final Map<InetAddressAndPort, UUID> ring = new HashMap<>();
  private final HintCounters counters =
      new HintCounters(
          peer -> {
            UUID host = ring.get(peer);
            return host == null ? peer : host;
          });

  private static InetAddressAndPort endpoint(String address) {
    try {
      return InetAddressAndPort.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void aPeerThatComesBackAtAnotherAddressIsCountedOn() {
    ring.put(HERE, HOST);
    counters.peer(HERE).sent.add(3);
    ring.remove(HERE);
    ring.put(ELSEWHERE, HOST);

    counters.peer(ELSEWHERE).sent.add(4);

    assertThat(counters.peers()).containsOnlyKeys(ELSEWHERE);
    assertThat(counters.peer(ELSEWHERE).sent.sum()).isEqualTo(7);
  }

  @Test
  void anotherNodeAtTheAddressStartsItsOwnCounts() {
    ring.put(HERE, HOST);
    counters.peer(HERE).sent.add(3);
    ring.put(HERE, OTHER_HOST);

    counters.peer(HERE).sent.add(4);

    assertThat(counters.peers()).containsOnlyKeys(HERE);
    assertThat(counters.peer(HERE).sent.sum()).isEqualTo(4);
  }

  @Test
  void countsOfAPeerFromBeforeTheRingKnewItAreKept() {
    counters.peer(HERE).sent.add(3);
    ring.put(HERE, HOST);

    counters.peer(HERE).sent.add(4);

    assertThat(counters.peers()).containsOnlyKeys(HERE);
    assertThat(counters.peer(HERE).sent.sum()).isEqualTo(7);
  }
}
