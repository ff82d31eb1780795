package io.amoeba.linearroad.job.redis;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;

/**
 * One Redis request per value, sent in batches: a full batch, or a flush, sends everything, waits
 * for all answers and emits in the order of arrival. So nothing is under way when it returns.
 * Requests of one key use one connection and keep their order. Confined to the task thread.
 *
 * @param <R> answer of Redis
 */
@SuppressWarnings("NullAway.Init") // transient fields are set by open()
public abstract class RedisFunction<I, R, O> extends AlignedFunction<I, O> {
  private static final long serialVersionUID = 1L;

  private final RedisAccess access;

  private transient RequestPath path;
  private transient RequestLatency latency;
  private transient List<I> values;
  private transient List<HashRequest<R>> requests;
  private transient long[] startNanos;

  protected RedisFunction(RedisAccess access) {
    this.access = access;
  }

  /** The request of a value. */
  protected abstract HashRequest<R> request(I value);

  /**
   * Emits what follows from the answer.
   *
   * @param latencyMicros since the value arrived
   */
  protected abstract void complete(I value, R answer, long latencyMicros, Emitter<O> out);

  @Override
  public void open(OpenContext context) throws Exception {
    values = new ArrayList<>(access.batch());
    requests = new ArrayList<>(access.batch());
    startNanos = new long[access.batch()];
    var metrics = getRuntimeContext().getMetricGroup();
    latency = new RequestLatency(metrics);
    path = RequestPath.open(access, metrics);
  }

  /** The answer to a request beyond the first of a value. */
  protected final <T> T ask(HashRequest<T> request) {
    return path.ask(List.of(request)).get(0);
  }

  @Override
  public final void process(I value, long timestamp, Emitter<O> out) {
    startNanos[values.size()] = System.nanoTime();
    requests.add(request(value));
    values.add(value);
    if (values.size() == access.batch()) {
      flush(out);
    }
  }

  @Override
  public final void flush(Emitter<O> out) {
    if (values.isEmpty()) {
      return;
    }
    List<R> answers = path.ask(requests);
    long now = System.nanoTime();
    for (int i = 0; i < answers.size(); i++) {
      long latencyMicros = (now - startNanos[i]) / 1_000;
      latency.record(latencyMicros);
      complete(values.get(i), answers.get(i), latencyMicros, out);
    }
    values.clear();
    requests.clear();
  }

  @Override
  public final boolean hasUnfinished() {
    return !values.isEmpty();
  }

  @Override
  public void close() throws Exception {
    if (path != null) {
      path.close();
    }
  }
}
