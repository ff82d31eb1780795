package io.amoeba.handover;

import io.amoeba.partitioner.flink.AlignedRouting;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.partitioner.placement.HashSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * The numbers 0 … {@link #NUMBERS} - 1 in two lanes through one aligned exchange to a function that
 * writes each into a file of its subtask. Without checkpoints nothing but the coordinator ends a
 * hand-over, so that a savepoint can be taken while gates keep records. Arguments: folder of the
 * files, pause per record in microseconds: for all source subtasks, or for each after a comma.
 */
public final class KeptRecordsJob {

  /** Numbers of both lanes; a lane has half of them. */
  public static final int NUMBERS = 20_000;

  /** Keys, each in a hash slot of its own. */
  public static final int KEYS = 100;

  private KeptRecordsJob() {}

  /** Submits the job. */
  public static void main(String[] args) throws Exception {
    if (args.length != 2) {
      throw new IllegalArgumentException(args.length + " arguments: must be FOLDER PAUSE_MICROS");
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    DataStream<Long> numbers =
        env.fromSequence(0, NUMBERS - 1)
            .setParallelism(HandOverCheckJob.LANES)
            .uid("numbers")
            .map(new Pace(pauses(args[1])))
            .returns(Types.LONG)
            .setParallelism(HandOverCheckJob.LANES);
    AlignedRouting.<Long>to(
            HandOverCheckJob.OPERATOR, number -> HashSlot.of("key-" + number % KEYS))
        .handOverTimeout(Duration.ofMinutes(10))
        .process(numbers, new WriteDown(args[0]), Types.LONG, env.getParallelism())
        .sinkTo(new DiscardingSink<>());
    env.execute("kept records");
  }

  private static long[] pauses(String text) {
    return Arrays.stream(text.split(",", -1)).mapToLong(Long::parseLong).toArray();
  }

  private static final class WriteDown extends AlignedFunction<Long, Long> {
    private static final long serialVersionUID = 1L;
    private final String folder;

    WriteDown(String folder) {
      this.folder = folder;
    }

    @Override
    public void process(Long number, long timestamp, Emitter<Long> out) throws IOException {
      int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
      Files.writeString(
          Path.of(folder, "subtask-" + subtask),
          number + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      out.emit(number, timestamp);
    }
  }
}
