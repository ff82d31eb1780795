package io.amoeba.linearroad.job;

import io.amoeba.linearroad.job.toll.CrossingHold;
import java.util.Arrays;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Submits the Linear Road job. Wrong arguments are reported all at once with exit status 2. Source:
 * dissertation 5.3, docs/linear-road.md.
 */
public final class LinearRoadJob {
  /** The name of the job in Flink. */
  public static final String NAME = "Linear Road";

  /** Head of the keyed stream that the store follows, with the option {@code --keyed true}. */
  public static final String FOLLOWED_OPERATOR = CrossingHold.NAME;

  private static final int WRONG_ARGUMENTS = 2;

  private LinearRoadJob() {}

  /** Called by Flink with {@code --key value} arguments. */
  public static void main(String[] args) throws Exception {
    if (Arrays.asList(args).contains("--help")) {
      System.out.println(JobArguments.help());
      return;
    }
    JobOptions options;
    try {
      options = JobArguments.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      throw exit(e);
    }
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    new Dataflow(options).addTo(environment);
    environment.execute(NAME);
  }

  /**
   * Ends a process that called {@link #main} itself; a process of Flink runs other jobs, too, and
   * reports the problem to the client.
   */
  private static IllegalArgumentException exit(IllegalArgumentException problem) {
    boolean withinFlink =
        StackWalker.getInstance()
            .walk(frames -> frames.anyMatch(f -> f.getClassName().startsWith("org.apache.flink.")));
    if (!withinFlink) {
      System.exit(WRONG_ARGUMENTS);
    }
    return problem;
  }
}
