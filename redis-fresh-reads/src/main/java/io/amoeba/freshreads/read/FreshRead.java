package io.amoeba.freshreads.read;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.FreshReadsException;
import io.amoeba.freshreads.NoFreshReplicaException;
import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import io.amoeba.freshreads.link.PrimaryOnlyCommandException;
import io.amoeba.freshreads.link.RefusedCommandException;
import io.amoeba.freshreads.link.ReplicaConnection;
import io.amoeba.freshreads.link.ReplicaLink;
import io.amoeba.freshreads.link.StageFailure;
import io.amoeba.freshreads.proof.StalenessBound;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.protocol.RedisCommand;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One read, and the future of its answer. It is sent to one node; what a replica answers is judged,
 * and asked again at the primary if it may not be handed over. Safe for concurrent use, lock-free.
 *
 * @param <T> type of the command's answer
 * @param <R> type of what is handed over
 */
abstract class FreshRead<K, V, T, R> extends CompletableFuture<R>
    implements BiConsumer<@Nullable T, @Nullable Throwable> {

  /*
   * The order of three steps carries the guarantee:
   * 1. the proof is taken from the connection,
   * 2. the read is sent on the same connection,
   * 3. the age of that proof is compared with the bound when the answer is there.
   * A proof that is taken in step 3 may be younger than the answer: lettuce runs a callback on
   * the thread that attaches it if the answer has already arrived. An age that is taken in step 1
   * misses whatever delays the answer.
   */

  @SuppressWarnings("rawtypes")
  private static final AtomicIntegerFieldUpdater<FreshRead> ASKED_AT_PRIMARY =
      AtomicIntegerFieldUpdater.newUpdater(FreshRead.class, "askedAtPrimary");

  private final ReadRouter<K, V> router;
  private final @Nullable ShardReads<K, V> shard;
  private final StalenessBound bound;
  private final Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function;
  private final long startNanos = System.nanoTime();

  private @Nullable ReplicaLink<K, V> replica;
  private long provenNanos;
  private String command = "";
  private @Nullable FreshRead<?, ?, ?, ?> link;
  private volatile boolean answeredByReplica;
  private volatile int askedAtPrimary;

  FreshRead(
      ReadRouter<K, V> router,
      @Nullable ShardReads<K, V> shard,
      StalenessBound bound,
      Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    this.router = router;
    this.shard = shard;
    this.bound = bound;
    this.function = function;
  }

  /** What the caller gets of a primary's answer. */
  abstract @Nullable R ofPrimary(@Nullable T value, String node);

  /** What the caller gets of a replica's answer. */
  abstract @Nullable R ofReplica(
      @Nullable T value, String node, long provenMoment, long handOverNanos);

  /** Sends it. */
  void start() {
    ShardReads<K, V> known = shard;
    if (known == null || known.replicas().isEmpty() || bound.isPrimaryOnly()) {
      askPrimary(startNanos);
      return;
    }
    known.counted();
    int fresh = known.fresh(bound, startNanos);
    if (fresh == 0) {
      router.counts().foundNoFreshReplica();
      if (router.settings().failsWithoutFreshReplica()
          && known.fresh(bound.withoutMark(), startNanos) == 0) {
        fail(noFreshReplica(known));
        return;
      }
    }
    int chosen = known.choose(fresh);
    if (chosen == ReplicaChoice.PRIMARY || !askReplica(known, chosen)) {
      askPrimary(startNanos);
    }
  }

  private static FreshReadsException noFreshReplica(ShardReads<?, ?> shard) {
    return new NoFreshReplicaException(
        "No replica of primary "
            + shard.shard().primary()
            + " is proven to be within the bound: retry later, allow a larger maxStaleness, or set"
            + " withoutFreshReplica to PRIMARY");
  }

  private boolean askReplica(ShardReads<K, V> known, int number) {
    ReplicaLink<K, V> chosen = known.replicas().get(number);
    ReplicaConnection<K, V> connection = chosen.connection();
    if (connection == null) {
      return false;
    }
    long proven = connection.provenNanos();
    if (!bound.admits(proven, startNanos)) {
      return false;
    }
    replica = chosen;
    provenNanos = proven;
    known.sent(number, this, startNanos);
    try {
      RedisFuture<T> future = called(connection.commands());
      if (future instanceof RedisCommand) {
        command = ((RedisCommand<?, ?, ?>) future).getType().toString();
      }
      future.whenComplete(this);
    } catch (RuntimeException | Error e) {
      answeredByReplica = true;
      chosen.load().abandoned();
      fail(e);
    }
    return true;
  }

  private RedisFuture<T> called(RedisClusterAsyncCommands<K, V> commands) {
    RedisFuture<T> future = function.apply(commands);
    if (future == null) {
      throw new FreshReadsException(
          "The function returned null: return the future of one command that reads");
    }
    return future;
  }

  /** The answer of the node that was asked first. */
  @Override
  public void accept(@Nullable T value, @Nullable Throwable failure) {
    ReplicaLink<K, V> asked = replica;
    if (asked == null) {
      answeredByPrimary(value, failure, startNanos);
    } else {
      answeredByReplica(asked, value, failure);
    }
  }

  private void answeredByReplica(
      ReplicaLink<K, V> asked, @Nullable T value, @Nullable Throwable failure) {
    answeredByReplica = true;
    settle(asked.load(), failure, startNanos);
    if (failure == null) {
      asked.answers();
    }
    if (isDone()) {
      return; // the primary was faster, or the caller gave up
    }
    try {
      judge(asked, value, failure);
    } catch (RuntimeException | Error e) {
      fail(e); // a codec's own type failed in a comparison
    }
  }

  private void judge(ReplicaLink<K, V> asked, @Nullable T value, @Nullable Throwable failure) {
    if (failure instanceof RefusedCommandException) {
      fail(failure);
    } else if (failure instanceof PrimaryOnlyCommandException) {
      refuse(Refusal.COMMAND);
    } else if (failure != null) {
      refuse(Refusal.ERROR);
    } else if (!router.settings().absentFromReplica() && router.absent().matches(command, value)) {
      refuse(Refusal.ABSENT);
    } else {
      long nowNanos = System.nanoTime();
      if (!bound.admits(provenNanos, nowNanos)) {
        refuse(Refusal.OLD);
      } else if (complete(ofReplica(value, asked.node().address(), provenNanos, nowNanos))) {
        router.counts().answeredByReplica(nowNanos - startNanos, nowNanos - provenNanos);
      }
    }
  }

  private void refuse(Refusal refusal) {
    router.counts().refused(refusal);
    askPrimary(System.nanoTime());
  }

  /** By lettuce's own way, which follows redirections. At most once. */
  private void askPrimary(long nowNanos) {
    if (!ASKED_AT_PRIMARY.compareAndSet(this, 0, 1)) {
      return;
    }
    ShardReads<K, V> known = shard;
    if (known != null) {
      known.primaryLoad().sent(nowNanos);
    }
    try {
      RedisFuture<T> future = called(router.primaries());
      if (replica == null) {
        future.whenComplete(this);
      } else {
        future.whenComplete((value, failure) -> answeredByPrimary(value, failure, nowNanos));
      }
    } catch (RuntimeException | Error e) {
      if (known != null) {
        known.primaryLoad().abandoned();
      }
      fail(e);
    }
  }

  private void answeredByPrimary(@Nullable T value, @Nullable Throwable failure, long sentNanos) {
    ShardReads<K, V> known = shard;
    if (known != null) {
      settle(known.primaryLoad(), failure, sentNanos);
    }
    if (failure != null) {
      fail(failure);
      return;
    }
    String node = known == null ? "" : known.shard().primary().address();
    if (complete(ofPrimary(value, node))) {
      router.counts().answeredByPrimary(System.nanoTime() - startNanos);
    }
  }

  /** An error of the server is an answer, too. */
  private static void settle(NodeLoad load, @Nullable Throwable failure, long sentNanos) {
    if (failure == null || failure instanceof RedisCommandExecutionException) {
      long nowNanos = System.nanoTime();
      load.answered(nowNanos - sentNanos, nowNanos);
    } else {
      load.abandoned();
    }
  }

  private void fail(Throwable failure) {
    if (completeExceptionally(StageFailure.cause(failure))) {
      router.counts().failed();
    }
  }

  /** Lets the primary answer, too: the first good answer counts. */
  void hedge() {
    router.counts().hedged();
    askPrimary(System.nanoTime());
  }

  /** Lets the primary answer, since the replica takes too long. */
  void giveUpReplica() {
    if (canBeHedged()) {
      refuse(Refusal.LATE);
    }
  }

  boolean canBeHedged() {
    return askedAtPrimary == 0 && !isDone();
  }

  boolean isAnsweredByReplica() {
    return answeredByReplica;
  }

  long waitedNanos(long nowNanos) {
    return nowNanos - startNanos;
  }

  long boundNanos() {
    return bound.maxAgeNanos();
  }

  void linkTo(@Nullable FreshRead<?, ?, ?, ?> other) {
    link = other;
  }

  @Nullable FreshRead<?, ?, ?, ?> unlink() {
    FreshRead<?, ?, ?, ?> other = link;
    link = null;
    return other;
  }

  /** Hands over the value alone. */
  static final class OfValue<K, V, T> extends FreshRead<K, V, T, @Nullable T> {
    OfValue(
        ReadRouter<K, V> router,
        @Nullable ShardReads<K, V> shard,
        StalenessBound bound,
        Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
      super(router, shard, bound, function);
    }

    @Override
    @Nullable T ofPrimary(@Nullable T value, String node) {
      return value;
    }

    @Override
    @Nullable T ofReplica(@Nullable T value, String node, long provenMoment, long handOverNanos) {
      return value;
    }
  }

  /** Hands over the value with its source. */
  static final class OfAnswer<K, V, T> extends FreshRead<K, V, T, Answer<T>> {
    OfAnswer(
        ReadRouter<K, V> router,
        @Nullable ShardReads<K, V> shard,
        StalenessBound bound,
        Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
      super(router, shard, bound, function);
    }

    @Override
    Answer<T> ofPrimary(@Nullable T value, String node) {
      return Answer.ofPrimary(value, node);
    }

    @Override
    Answer<T> ofReplica(@Nullable T value, String node, long provenMoment, long handOverNanos) {
      return Answer.ofReplica(value, node, provenMoment, handOverNanos);
    }
  }
}
