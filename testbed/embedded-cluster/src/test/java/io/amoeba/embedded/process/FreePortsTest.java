package io.amoeba.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final long SEED = 42;

  @Test
  void noPortIsGivenTwice() {
    FreePorts ports = new FreePorts(new Random(SEED));
    Set<Integer> given = new HashSet<>();

    for (int i = 0; i < 500; i++) {
      assertThat(given.add(ports.next("127.0.0.1"))).isTrue();
    }
  }

  @Test
  void portThatAnotherHasGotIsPassedOverBeforeAServerTakesIt() {
    int first = new FreePorts(new Random(SEED + 1)).next("127.0.0.1");

    assertThat(FreePorts.isFree("127.0.0.1", first)).isTrue();
    assertThat(new FreePorts(new Random(SEED + 1)).next("127.0.0.1")).isNotEqualTo(first);
  }

  @Test
  void portWhosePartnerIsTakenIsPassedOver() throws IOException {
    int first = new Random(SEED + 2).nextInt(FreePorts.FIRST, FreePorts.LAST);
    int partner = first + FreePorts.REDIS_BUS_OFFSET;

    try (ServerSocket taken = new ServerSocket(partner, 1, InetAddress.getByName("127.0.0.1"))) {
      FreePorts ports = new FreePorts(new Random(SEED + 2));

      assertThat(taken.isBound()).isTrue();
      assertThat(ports.next(List.of("127.0.0.1"), FreePorts.REDIS_BUS_OFFSET)).isNotEqualTo(first);
    }
  }
}
