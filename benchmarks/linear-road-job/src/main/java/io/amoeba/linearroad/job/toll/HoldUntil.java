package io.amoeba.linearroad.job.toll;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Holds values until the writers to Redis have made enough progress. The second input is the output
 * of the writers: it has no records, its watermark shows their progress. Values of a key with the
 * same release time keep their order.
 */
public class HoldUntil<K, T> extends KeyedCoProcessFunction<K, T, Void, T> {
  private static final long serialVersionUID = 1L;

  /** The watermark in milliseconds that a value waits for. */
  @FunctionalInterface
  public interface ReleaseTime<T> extends Serializable {
    /** The watermark at which Redis has everything that the value needs. */
    long releaseMillis(T value);
  }

  private final ReleaseTime<T> releaseTime;
  private final TypeInformation<T> type;

  @SuppressWarnings("NullAway.Init")
  private transient MapState<Long, List<T>> held;

  /** Holds values of a type until their release time. */
  public HoldUntil(ReleaseTime<T> releaseTime, TypeInformation<T> type) {
    this.releaseTime = releaseTime;
    this.type = type;
  }

  @Override
  public void open(OpenContext context) {
    held =
        getRuntimeContext()
            .getMapState(new MapStateDescriptor<>("held", Types.LONG, Types.LIST(type)));
  }

  @Override
  public void processElement1(T value, Context context, Collector<T> out) throws Exception {
    long release = releaseTime.releaseMillis(value);
    if (context.timerService().currentWatermark() >= release) {
      out.collect(value);
      return;
    }
    List<T> values = held.get(release);
    if (values == null) {
      values = new ArrayList<>(1);
      context.timerService().registerEventTimeTimer(release);
    }
    values.add(value);
    held.put(release, values);
  }

  @Override
  public void processElement2(Void nothing, Context context, Collector<T> out) {}

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<T> out) throws Exception {
    List<T> values = held.get(timestamp);
    if (values != null) {
      values.forEach(out::collect);
      held.remove(timestamp);
    }
  }
}
