package io.amoeba.coordinator.checks.testjob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Fails when a file appears in its folder, and with it the job for good. */
public final class Fuse extends RichMapFunction<Long, Long> implements CheckpointedFunction {

  /** A file that lets it fail at the next record or checkpoint. */
  public static final String NOW = "fail-now";

  /** A file that lets it fail when it ends. */
  public static final String AT_END = "fail-at-end";

  private static final long serialVersionUID = 1L;

  private final String folder;

  private Fuse(String folder) {
    this.folder = folder;
  }

  /** For a job that keeps its checkpoints and is not restarted if it has a fuse. */
  static StreamExecutionEnvironment environment(String[] arguments) {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    if (arguments.length > 0) {
      environment.configure(
          Configuration.fromMap(
              Map.of(
                  "restart-strategy.type",
                  "none",
                  "execution.checkpointing.externalized-checkpoint-retention",
                  "RETAIN_ON_CANCELLATION")));
    }
    return environment;
  }

  /** The stream with a fuse, if the job's arguments have a folder for it. */
  static DataStream<Long> in(DataStream<Long> stream, String[] arguments) {
    return arguments.length == 0 ? stream : stream.map(new Fuse(arguments[0])).name("Fuse");
  }

  private void look(String file) throws IOException {
    if (Files.exists(Path.of(folder, file))) {
      throw new IOException("the fuse has blown: " + file);
    }
  }

  @Override
  public Long map(Long value) throws IOException {
    look(NOW);
    return value;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws IOException {
    look(NOW);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) {
    // It has none.
  }

  @Override
  public void close() throws IOException {
    // The failure of one subtask cancels the others, and one of those that fails to close is an
    // error in an error handler, which ends its TaskManager.
    if (getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
      look(AT_END);
    }
  }
}
