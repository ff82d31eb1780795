package io.amoeba.coordinator.changes.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.cluster.ServerInfo.Replication;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.UnexpectedCommands;
import io.amoeba.coordinator.cluster.WriteGuards;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Killed;
import io.amoeba.coordinator.operations.OperationDriver.Outcome;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A cluster of one primary, and a server that is to become a member. */
class ServerStartTest {

  private static final ServerAddress OWNER = new ServerAddress("a", 7000);
  private static final Server SERVER = new Server("d", new ServerAddress("d", 7000));
  private static final List<HashSlotSpan> ALL = List.of(new HashSlotSpan(0, 16_383));
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Where it is to be exceeded. */
  private static final Duration SHORT_LIMIT = Duration.ofMillis(500);

  private StartServersOperation operation = operation(LIMIT);
  private OperationDriver<StartingServers> driver = new OperationDriver<>(operation);
  private final List<String> done = new ArrayList<>();
  private boolean runs;

  /** Whether an earlier coordinator has begun to start it. */
  private boolean earlier;

  private boolean member;
  private boolean meets = true;
  private boolean heard = true;
  private boolean works = true;
  private boolean ownerAnswers = true;
  private List<HashSlotSpan> foreign = List.of();
  private String primaryId = "";
  private long keys;
  private List<Problem> differences = List.of();
  private int looks;
  private Function<Integer, Boolean> blind = look -> false;

  private StartServersOperation operation(Duration limit) {
    return new StartServersOperation(new Cluster(), server -> differences(), new Starter(), limit);
  }

  private void limit(Duration limit) {
    operation = operation(limit);
    driver = new OperationDriver<>(operation);
  }

  private List<Problem> differences() {
    return differences;
  }

  /** Whether it has become a member; false: it was aborted at a safe point. */
  private boolean carryOut() {
    return isMember(driver.begin(new StartingServers(List.of(SERVER), 0)));
  }

  private boolean isMember(Result<StartingServers> result) {
    if (result.outcome() == Outcome.FAILED) {
      throw new StartFailure(result.problems());
    }
    assertThat(driver.open()).isEmpty();
    assertThat(operation.progress(result.state()))
        .isEqualTo(new StartProgress(result.outcome() == Outcome.DONE ? 1 : 0));
    assertThat(result.outcome()).isIn(Outcome.DONE, Outcome.ABORTED);
    return result.outcome() == Outcome.DONE;
  }

  private final class Starter implements ServerStarter {

    @Override
    public void awaitEarlier() {
      runs |= earlier;
    }

    @Override
    public void start(Server server) {
      done.add("start");
      runs = true;
    }
  }

  private final class Cluster extends UnexpectedCommands {

    @Override
    public ClusterView look(Set<ServerAddress> also) {
      assertThat(also).containsExactly(SERVER.address());
      looks++;
      if (blind.apply(looks)) {
        throw new ClusterFailure(
            ClusterFailure.Kind.UNREACHABLE, "nobody sees most of the primaries", "");
      }
      List<ServerView> servers = new ArrayList<>();
      if (ownerAnswers) {
        List<KnownServer> known =
            member ? List.of(known("d", SERVER.address(), List.of())) : List.of();
        servers.add(sight(OWNER, known("a", OWNER, ALL), known, 9));
      }
      if (runs) {
        List<KnownServer> known =
            member ? List.of(known("a", OWNER, heard ? ALL : List.of())) : List.of();
        KnownServer own = server("d", SERVER.address(), primaryId, 0, foreign);
        servers.add(sight(SERVER.address(), own, known, keys));
      }
      return new ClusterView(servers, runs ? Map.of() : Map.of(SERVER.address(), "refused"));
    }

    private ServerView sight(
        ServerAddress at, KnownServer own, List<KnownServer> others, long held) {
      ServerInfo info =
          new ServerInfo(
              Replication.ofPrimary(0),
              held,
              works,
              Optional.empty(),
              new Elections(
                  "process", OptionalLong.of(0), 0, Optional.empty(), Optional.empty(), false),
              WriteGuards.NONE,
              ServerWork.of(Map.of(), Triggers.unknown("not asked")),
              OptionalLong.empty());
      return ServerView.of(at, own, others, List.of(), Optional.of(info));
    }

    private KnownServer known(String id, ServerAddress at, List<HashSlotSpan> hashSlots) {
      return server(id, at, "", 1, hashSlots);
    }

    private KnownServer server(
        String id, ServerAddress at, String primary, long epoch, List<HashSlotSpan> hashSlots) {
      return new KnownServer(
          id, at, List.of(), Set.of(), primary, new Pings(0, 0), epoch, true, hashSlots);
    }

    @Override
    public void meet(ServerAddress by, ServerAddress other) {
      done.add(by + " greets " + other);
      member = meets;
    }
  }

  @Test
  void serverThatDiffersFromThePrimariesIsNotGreeted() {
    runs = true;
    differences =
        List.of(
            Problem.error("SERVER_DIFFERS", "d:7000", "the module bf is not loaded", "Load it."));

    assertThatThrownBy(this::carryOut)
        .isInstanceOf(StartFailure.class)
        .hasMessage("d:7000: the module bf is not loaded. Load it.")
        .satisfies(
            failure ->
                assertThat(((StartFailure) failure).problems())
                    .extracting(Problem::code)
                    .containsExactly("SERVER_DIFFERS"));
    assertThat(done).isEmpty();
  }

  @Test
  void aServerIsStartedGreetedAndWaitedFor() {
    assertThat(carryOut()).isTrue();

    assertThat(done).containsExactly("start", "a:7000 greets d:7000");
  }

  @Test
  void oneThatAnswersIsNotStarted() {
    runs = true;

    assertThat(carryOut()).isTrue();

    assertThat(done).containsExactly("a:7000 greets d:7000");
  }

  @Test
  void oneThatAnEarlierCoordinatorHasStartedMeanwhileIsNotStartedAgain() {
    earlier = true;

    assertThat(carryOut()).isTrue();

    assertThat(done).containsExactly("a:7000 greets d:7000");
  }

  @Test
  void amongMembersNothingIsDone() {
    runs = true;
    member = true;

    assertThat(carryOut()).isTrue();

    assertThat(done).isEmpty();
  }

  @Test
  void aStrangerIsNotGreetedUnlessItIsEmpty() {
    limit(SHORT_LIMIT);
    runs = true;
    keys = 1;
    assertRefused("it holds keys");
    keys = 0;
    primaryId = "x";
    assertRefused("it is a replica");
    primaryId = "";
    foreign = List.of(new HashSlotSpan(0, 3));
    assertThatThrownBy(this::carryOut).isInstanceOf(StartFailure.class);

    assertThat(done).isEmpty();
  }

  private void assertRefused(String reason) {
    assertThatThrownBy(this::carryOut)
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("d:7000: runs already")
        .hasMessageContaining(reason);
  }

  @Test
  void whatIsMissingAfterTheLimitIsNamed() {
    limit(SHORT_LIMIT);
    meets = false;
    assertThatThrownBy(this::carryOut)
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("it is not known at a:7000");
    assertThat(done).as("a greeting may be lost, but not so soon").hasSize(2);

    meets = true;
    heard = false;
    assertThatThrownBy(this::carryOut)
        .hasMessageContaining("it has not heard what belongs to a:7000");

    heard = true;
    works = false;
    assertThatThrownBy(this::carryOut).hasMessageContaining("it says that the cluster is down");
    works = true;

    blind = look -> true;
    assertThatThrownBy(this::carryOut).hasMessageContaining("no node of the cluster lists");
  }

  @Test
  void whileNoPrimaryWithHashSlotsAnswersNobodyIsGreeted() {
    limit(SHORT_LIMIT);
    ownerAnswers = false;

    assertThatThrownBy(this::carryOut)
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("no primary with hash slots answers");

    assertThat(done).containsExactly("start");
  }

  @Test
  void aClusterThatIsNotSeenForAMomentIsLookedAtAgain() {
    blind = look -> look == 2;

    assertThat(carryOut()).isTrue();

    assertThat(looks).isGreaterThan(2);
  }

  @Test
  void nothingIsStartedBeforeTheClusterIsSeen() {
    limit(SHORT_LIMIT);
    blind = look -> true;
    assertThatThrownBy(this::carryOut)
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("d:7000: is not started: no node of the cluster lists");
    assertThat(done).isEmpty();

    limit(LIMIT);
    int before = looks;
    blind = look -> look == before + 1;
    assertThat(carryOut()).isTrue();
    assertThat(done).containsExactly("start", "a:7000 greets d:7000");
  }

  @Test
  void anAbortWhileTheClusterIsNotSeenEndsIt() {
    blind =
        look -> {
          driver.abort();
          return true;
        };

    assertThat(carryOut()).isFalse();

    assertThat(done).isEmpty();
  }

  @Test
  void aPauseDoesNotUseUpTheLimit() throws InterruptedException {
    Duration limit = Duration.ofSeconds(2);
    limit(limit);
    meets = false;
    Thread resumer =
        new Thread(
            () -> {
              while (!driver.isResting()) {
                Thread.onSpinWait();
              }
              sleep(limit.multipliedBy(2));
              member = true;
              driver.resume();
            });
    blind =
        look -> {
          if (look == 2) {
            driver.rest();
          }
          return false;
        };
    resumer.start();

    assertThat(carryOut()).isTrue();

    resumer.join();
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anAbortEndsItAtASafePoint() {
    driver.abort();

    assertThat(carryOut()).isFalse();

    assertThat(done).isEmpty();
  }

  @Test
  void aCoordinatorThatTakesOverFindsTheServerStarted() {
    driver.killAfterWrite(1);
    assertThatThrownBy(this::carryOut).isInstanceOf(Killed.class);
    runs = true;

    assertThat(isMember(driver.goOn())).isTrue();

    assertThat(done).containsExactly("a:7000 greets d:7000");
  }
}
