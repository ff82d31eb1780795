package io.amoeba.priority.protocol.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdmissionGateTest {

  private static final int OPEN_LIMIT = 3;

  /** Notes what becomes of requests. */
  private static final class RecordingRequests implements AdmittedRequests<String> {
    private final Map<String, Admission> running = new LinkedHashMap<>();
    private final List<String> ran = new ArrayList<>();
    private final List<String> shed = new ArrayList<>();

    @Override
    public void run(String request, Admission admission) {
      ran.add(request);
      if (request.startsWith("refused")) {
        throw new IllegalStateException("no thread for " + request);
      }
      running.put(request, admission);
    }

    @Override
    public void shed(String request) {
      shed.add(request);
      if (request.endsWith("unanswered")) {
        throw new IllegalStateException("no connection for " + request);
      }
    }
  }

  private final RecordingRequests requests = new RecordingRequests();
  private final HighActivity high = new HighActivity(1, 50, at(0));
  private final AdmissionGate<String> gate =
      new AdmissionGate<>(requests, high, new GateBounds(5, 100, 1_000), OPEN_LIMIT, at(0));

  @Test
  void withoutHighRequestsEveryLowOneRunsAtOnce() {
    arrive(0, "1", "2", "3", "4", "5", "6", "7", "8");

    assertThat(requests.ran).hasSize(8);
    assertThat(gate.isLimited(at(0))).isFalse();
  }

  @Test
  void whileHighRequestsAreActiveTheLimitRunsAndTheOthersAreHeldInOrder() {
    high.begin(at(0));
    gate.setLimit(2);

    arrive(0, "1", "2", "3", "4", "5");

    assertThat(gate.isLimited(at(0))).isTrue();
    assertThat(requests.ran).containsExactly("1", "2");
    assertThat(gate.held()).isEqualTo(3);
    assertThat(gate.heldBytes()).isEqualTo(30);
    end("1", 1);
    assertThat(requests.ran).containsExactly("1", "2", "3");
    end("3", 2);
    end("2", 2);
    assertThat(requests.ran).containsExactly("1", "2", "3", "4", "5");
    assertThat(gate.held()).isZero();
    assertThat(gate.heldBytes()).isZero();
  }

  @Test
  void afterTheQuietTimeHeldRequestsLeaveOnlyAsFastAsOthersEnd() {
    int begun = high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "3", "4", "5", "6");
    high.end(begun, at(10));

    gate.tick(at(59));
    assertThat(requests.ran).containsExactly("1");
    gate.tick(at(60));
    assertThat(requests.ran).containsExactly("1", "2", "3");
    end("1", 61);
    assertThat(requests.ran).containsExactly("1", "2", "3", "4");
    arrive(62, "7");

    assertThat(requests.ran).containsExactly("1", "2", "3", "4");
    assertThat(gate.held()).isEqualTo(3);
  }

  @Test
  void anAdmissionTellsForHowLongItsRequestWasHeld() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2");
    assertThat(requests.running.values()).extracting(Admission::heldNanos).containsExactly(0L);

    end("1", 30);

    assertThat(requests.running.values())
        .extracting(Admission::heldNanos)
        .containsExactly(0L, at(30) - at(0));
  }

  @Test
  void theNewestRequestIsShedWhenTooManyAreHeld() {
    high.begin(at(0));
    gate.setLimit(1);

    arrive(0, "1", "2", "3", "4", "5", "6", "7");

    assertThat(gate.held()).isEqualTo(5);
    assertThat(requests.shed).containsExactly("7");
  }

  @Test
  void theNewestRequestIsShedWhenTooManyBytesAreHeld() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2");

    gate.arrive("91 bytes", 91, at(0));
    gate.arrive("90 bytes", 90, at(0));

    assertThat(requests.shed).containsExactly("91 bytes");
    assertThat(gate.heldBytes()).isEqualTo(100);
  }

  @Test
  void withoutRoomAndWithoutHighRequestsNothingIsShed() {
    int begun = high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "3", "4", "5", "6");
    high.end(begun, at(0));
    gate.setLimit(OPEN_LIMIT);
    gate.tick(at(50));
    arrive(50, "7", "8", "9");

    assertThat(requests.shed).isEmpty();
    // The last one found no room: nothing is left to keep it from running.
    assertThat(requests.ran).containsExactly("1", "2", "3", "9");
  }

  @Test
  void aRequestThatWasHeldForLongIsReleasedWhateverTheLimitTenPerSecond() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "3", "4");

    gate.tick(at(1_000));
    assertThat(requests.ran).containsExactly("1");
    gate.tick(at(1_001));
    gate.tick(at(1_100));
    assertThat(requests.ran).containsExactly("1", "2");
    gate.tick(at(1_101));
    assertThat(requests.ran).containsExactly("1", "2", "3");
    assertThat(gate.oldestHeldMillis(at(1_101))).isEqualTo(1_101);
    assertThat(gate.counts().aged()).isEqualTo(2);
  }

  @Test
  void aRequestThatIsHeldUntilItsClientHasGivenUpIsShed() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "3");

    gate.tick(at(5_001));

    assertThat(requests.shed).containsExactly("2", "3");
    assertThat(gate.held()).isZero();
  }

  @Test
  void aGateWhoseRequestsNeverEndOpensByItself() {
    high.begin(at(0));
    gate.setLimit(2);
    arrive(0, "lost 1", "lost 2");
    arrive(5_900, "3", "4", "5");
    assertThat(requests.ran).containsExactly("lost 1", "lost 2");

    gate.tick(at(6_250));

    assertThat(requests.ran).containsExactly("lost 1", "lost 2", "3", "4");
    assertThat(gate.running()).isEqualTo(2);
    assertThat(gate.counts().forgotten()).isEqualTo(2);
    // Late ends make no room.
    end("lost 1", 6_300);
    assertThat(gate.held()).isEqualTo(1);
  }

  @Test
  void anEndThatIsReportedTwiceMakesRoomOnce() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "3");

    end("1", 1);
    end("1", 1);

    assertThat(requests.ran).containsExactly("1", "2");
    assertThat(gate.counts().ended()).isEqualTo(1);
  }

  @Test
  void aRequestThatIsNotTakenIsShedAndMakesRoom() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "refused 1", "2", "refused 3", "4");

    end("2", 1);

    assertThat(requests.ran).containsExactly("refused 1", "2", "refused 3", "4");
    assertThat(requests.shed).containsExactly("refused 1", "refused 3");
    assertThat(gate.running()).isEqualTo(1);
  }

  @Test
  void aFailedAnswerReachesNobodyElse() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "refused, unanswered", "4");

    end("1", 1);
    end("2", 1);

    assertThat(requests.ran).containsExactly("1", "2", "refused, unanswered", "4");
    assertThat(gate.counts()).isEqualTo(new GateCounts(4, 3, 0, 1, 1, 2, 0));
  }

  @Test
  void anOpenGateRunsAllThatIsHeldAndLimitsNothing() {
    high.begin(at(0));
    gate.setLimit(1);
    arrive(0, "1", "2", "3", "4", "5");

    gate.setOpen(true, at(10));
    arrive(10, "6");
    assertThat(requests.ran).containsExactly("1", "2", "3", "4", "5", "6");
    assertThat(gate.isLimited(at(10))).isFalse();
    gate.setOpen(false, at(20));
    arrive(20, "7");

    assertThat(gate.held()).isEqualTo(1);
  }

  @Test
  void theLimitIsAtLeastOne() {
    high.begin(at(0));
    gate.setLimit(-7);

    arrive(0, "1", "2");

    assertThat(gate.limit()).isEqualTo(1);
    assertThat(requests.ran).containsExactly("1");
  }

  @Test
  void manyRequestsThatEndInsideRunDoNotRecurse() {
    int count = 100_000;
    List<Integer> ran = new ArrayList<>();
    List<Admission> first = new ArrayList<>();
    List<AdmissionGate<Integer>> self = new ArrayList<>();
    AdmittedRequests<Integer> ending =
        new AdmittedRequests<>() {
          @Override
          public void run(Integer request, Admission admission) {
            ran.add(request);
            if (request == 0) {
              first.add(admission);
            } else {
              self.get(0).end(admission, at(0));
            }
          }

          @Override
          public void shed(Integer request) {
            throw new AssertionError("shed " + request);
          }
        };
    self.add(new AdmissionGate<>(ending, high, new GateBounds(count, count, 1_000), 1, at(0)));
    high.begin(at(0));
    for (int i = 0; i <= count; i++) {
      self.get(0).arrive(i, 1, at(0));
    }

    self.get(0).end(first.get(0), at(0));

    assertThat(ran).hasSize(count + 1).isSorted();
  }

  @Test
  void anErrorOfOneReleaseShedsItsRequestAndDoesNotCloseTheGate() {
    high.begin(at(0));
    List<String> ran = new ArrayList<>();
    List<String> shed = new ArrayList<>();
    AdmissionGate<String> failing =
        new AdmissionGate<>(
            new AdmittedRequests<>() {
              @Override
              public void run(String request, Admission admission) {
                ran.add(request);
                if (request.equals("fatal")) {
                  throw new StackOverflowError();
                }
              }

              @Override
              public void shed(String request) {
                shed.add(request);
                throw new StackOverflowError();
              }
            },
            high,
            new GateBounds(5, 100, 1_000),
            OPEN_LIMIT,
            at(0));
    failing.setLimit(1);
    for (String request : List.of("1", "fatal", "3")) {
      failing.arrive(request, 1, at(0));
    }

    failing.tick(at(1_001));
    failing.tick(at(1_101));

    assertThat(ran).containsExactly("1", "fatal", "3");
    assertThat(shed).containsExactly("fatal");
    // It does not run, so it takes no place.
    assertThat(failing.running()).isEqualTo(2);
    assertThat(failing.counts().unanswered()).isOne();
  }

  @Test
  void impossibleBoundsAreRejected() {
    assertThatThrownBy(() -> new GateBounds(-1, 0, 1)).hasMessageContaining("-1 requests");
    assertThatThrownBy(() -> new GateBounds(0, 0, 0)).hasMessageContaining("0 ms");
  }

  private void arrive(long millis, String... arriving) {
    for (String request : arriving) {
      gate.arrive(request, 10, at(millis));
    }
  }

  private void end(String request, long millis) {
    gate.end(Objects.requireNonNull(requests.running.get(request)), at(millis));
  }

  private static long at(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
