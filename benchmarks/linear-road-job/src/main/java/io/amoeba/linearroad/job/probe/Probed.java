package io.amoeba.linearroad.job.probe;

import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.java.tuple.Tuple3;

/**
 * Logs when the accesses of another function start (a value arrives) and end (nothing is
 * unfinished). Confined to the task thread.
 */
@SuppressWarnings("NullAway.Init") // transient fields are set by open()
final class Probed<T, O> extends AlignedFunction<Tuple3<T, Long, Long>, O> {
  private static final long serialVersionUID = 1L;

  private final RedisFunction<T, ?, O> function;
  private final Probe<T> point;

  private transient AccessLog log;
  private transient List<Access> begun;

  Probed(RedisFunction<T, ?, O> function, Probe<T> point) {
    this.function = function;
    this.point = point;
  }

  @Override
  public void setRuntimeContext(RuntimeContext context) {
    super.setRuntimeContext(context);
    function.setRuntimeContext(context);
  }

  @Override
  public void open(OpenContext context) throws Exception {
    TaskInfo task = getRuntimeContext().getTaskInfo();
    begun = new ArrayList<>();
    log =
        AccessLog.create(
            Path.of(point.folder()),
            point.operator(),
            task.getIndexOfThisSubtask(),
            task.getAttemptNumber());
    function.open(context);
  }

  @Override
  public void process(Tuple3<T, Long, Long> stamped, long timestamp, Emitter<O> out)
      throws Exception {
    begun.add(
        new Access(
            stamped.f1,
            point.keyed().hashSlot().hashSlot(stamped.f0),
            point.keyed().keyHash().keyHash(stamped.f0),
            stamped.f2,
            System.nanoTime(),
            0));
    function.process(stamped.f0, timestamp, out);
    logIfFinished();
  }

  @Override
  public void flush(Emitter<O> out) throws Exception {
    function.flush(out);
    logIfFinished();
  }

  @Override
  public boolean hasUnfinished() {
    return function.hasUnfinished();
  }

  private void logIfFinished() throws IOException {
    if (function.hasUnfinished()) {
      return;
    }
    long end = System.nanoTime();
    begun.replaceAll(access -> access.until(end));
    log.add(begun);
    begun.clear();
  }

  @Override
  public void close() throws Exception {
    try {
      function.close();
    } finally {
      if (log != null) {
        log.close();
      }
    }
  }
}
