package io.amoeba.coordinator.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.WriteGuards;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromotionRestTest {

  private static final Optional<Duration> DEFAULT = Optional.of(Duration.ofSeconds(15));

  /** A clock of a running machine: it does not begin with 0, and may overflow. */
  private long now = Long.MAX_VALUE - Duration.ofSeconds(70).toNanos();

  private final PromotionRest rest = new PromotionRest(() -> now);

  @Test
  void aProcessWithoutAnElectionNeedsNoRest() {
    assertThat(missing(server("p", 0))).isEmpty();
  }

  @Test
  void anElectionBeforeTheFirstLookIsTakenToBeOfThatMoment() {
    rest.note(seen(server("p", 5)));
    pass(60);
    assertThat(missing(server("p", 5))).isPresent();

    pass(1);
    assertThat(missing(server("p", 5))).isEmpty();
  }

  @Test
  void anElectionThatIsSeenBeginsTheRestAnewWhoeverOrderedIt() {
    rest.note(seen(server("p", 5)));
    pass(100);
    rest.note(seen(server("p", 10)));
    pass(60);
    assertThat(missing(server("p", 10))).isPresent();
    pass(1);
    assertThat(missing(server("p", 10))).isEmpty();
  }

  @Test
  void anOrderBeginsTheRestAlsoWhenNoElectionIsSeen() {
    rest.noteOrder(server("p", 0));
    pass(60);
    assertThat(missing(server("p", 0))).isPresent();
    pass(1);
    assertThat(missing(server("p", 0))).isEmpty();
  }

  @Test
  void anOrderOfAnEarlierCoordinatorIsTakenToBeOfTheFirstRecovery() {
    rest.noteEarlierOrder(server("p", 0));
    pass(30);
    rest.noteEarlierOrder(server("p", 0));
    pass(31);
    assertThat(missing(server("p", 0))).isEmpty();
  }

  @Test
  void aServerThatStartedAgainHasForgotten() {
    rest.noteOrder(server("p", 5));

    assertThat(missing(server("q", 0))).isEmpty();
  }

  @Test
  void aServerWithoutCountersRestsFromTheFirstLookAndAfterEachOrder() {
    ServerView silent =
        sight(
            "s",
            new ServerInfo.Elections(
                "p", OptionalLong.empty(), 0, DEFAULT, Optional.empty(), false));
    rest.note(seen(silent));
    pass(60);
    assertThat(rest.missing(seen(silent), silent)).isPresent();
    pass(1);
    assertThat(rest.missing(seen(silent), silent)).isEmpty();
    rest.noteOrder(silent);
    assertThat(rest.missing(seen(silent), silent)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"15000, 5000, 61", "500, 700, 5", "2000, 3000, 13", "2000, -1, 241"})
  void theLargestNodeTimeoutCountsAtLeastFourSecondsAndAMinuteForOneThatIsNotTold(
      long own, long other, long seconds) {
    ServerView server = sight("s", state("p", 5, timeout(own), false));
    ServerView owner = sight("o", state("o", 0, timeout(other), false));
    ClusterView seen = new ClusterView(List.of(server, owner), Map.of());

    assertThat(rest.remaining(seen, server)).isEqualTo(Duration.ofSeconds(seconds));
    rest.note(seen);
    pass(seconds - 1);
    assertThat(rest.missing(seen, server)).get().asString().contains("promoted in 2 s");
    pass(1);
    assertThat(rest.missing(seen, server)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, true, false", "true, false, true", "false, true, true"})
  void onlyWhereServerAndPrimariesForgetElectionsIsThereNoRest(
      boolean server, boolean primary, boolean rests) {
    ServerView told = sight("s", state("p", 5, DEFAULT, server));
    ServerView owner = sight("o", state("o", 0, DEFAULT, primary));
    ClusterView seen = new ClusterView(List.of(told, owner), Map.of());

    assertThat(rest.missing(seen, told).isPresent()).isEqualTo(rests);
  }

  @Test
  void anOrderThatIsUnderWayIsWaitedForAlsoByServersThatForgetElections() {
    ServerView told =
        sight(
            "s",
            new ServerInfo.Elections(
                "p", OptionalLong.of(5), 0, DEFAULT, Optional.of(Duration.ofSeconds(20)), true));
    rest.noteOrder(told);
    pass(20);
    assertThat(rest.missing(seen(told), told)).isPresent();
    pass(1);
    assertThat(rest.missing(seen(told), told)).isEmpty();
  }

  private Optional<String> missing(ServerView server) {
    return rest.missing(seen(server), server);
  }

  private void pass(long seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }

  private static ClusterView seen(ServerView server) {
    return new ClusterView(List.of(server), Map.of());
  }

  private static ServerView server(String process, long requests) {
    return sight("s", state(process, requests, DEFAULT, false));
  }

  private static Optional<Duration> timeout(long millis) {
    return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
  }

  private static ServerInfo.Elections state(
      String process, long requests, Optional<Duration> nodeTimeout, boolean forgetful) {
    return new ServerInfo.Elections(
        process, OptionalLong.of(requests), 0, nodeTimeout, Optional.empty(), forgetful);
  }

  /** The server s follows o, which owns hash slots. */
  private static ServerView sight(String id, ServerInfo.Elections state) {
    ServerAddress address = new ServerAddress(id, 1);
    boolean owner = id.equals("o");
    KnownServer own =
        new KnownServer(
            id,
            address,
            List.of(),
            Set.of("myself"),
            owner ? "" : "o",
            new Pings(0, 0),
            1,
            true,
            owner ? List.of(new HashSlotSpan(0, 9)) : List.of());
    ServerInfo info =
        new ServerInfo(
            ServerInfo.Replication.ofPrimary(0),
            0,
            true,
            Optional.empty(),
            state,
            WriteGuards.NONE,
            ServerWork.of(Map.of(), Triggers.unknown("not asked")),
            OptionalLong.empty());
    return ServerView.of(address, own, List.of(), List.of(), Optional.of(info));
  }
}
