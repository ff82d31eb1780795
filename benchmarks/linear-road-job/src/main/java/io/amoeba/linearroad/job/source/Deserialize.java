package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.input.InputLine;
import io.amoeba.linearroad.input.InputProblem;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.InputRecords;
import io.amoeba.linearroad.job.vehicle.Report;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Turns lines into position reports (main output) and queries. Ticks end here. Lines that are no
 * valid input are counted ({@code rejectedLines}) and set aside, never a failure of the job.
 */
public final class Deserialize extends ProcessFunction<RawLine, Report> {
  private static final long serialVersionUID = 1L;

  /** Queries about accounts: types 2 and 3. */
  public static final OutputTag<Query> ACCOUNT_QUERIES =
      new OutputTag<>("account-queries", Types.POJO(Query.class));

  /** Queries about journeys: type 4. */
  public static final OutputTag<Query> JOURNEY_QUERIES =
      new OutputTag<>("journey-queries", Types.POJO(Query.class));

  /** Lines that are no valid input. */
  public static final OutputTag<Rejected> REJECTED =
      new OutputTag<>("rejected", Types.POJO(Rejected.class));

  @SuppressWarnings("NullAway.Init")
  private transient Counter rejectedLines;

  @Override
  public void open(OpenContext context) {
    rejectedLines = getRuntimeContext().getMetricGroup().counter("rejectedLines");
  }

  @Override
  public void processElement(RawLine raw, Context context, Collector<Report> out) {
    byte[] line = raw.line();
    if (InputRecords.tickTime(line, 0, line.length) >= 0) {
      return;
    }
    InputLine parsed = InputRecords.parse(line, 0, line.length, 0);
    if (parsed instanceof InputRecord input) {
      forward(input, raw.appendMillis(), context, out);
    } else if (parsed instanceof InputProblem problem) {
      rejectedLines.inc();
      context.output(REJECTED, new Rejected(line, problem.message()));
    }
  }

  private static void forward(
      InputRecord input, long appendMillis, Context context, Collector<Report> out) {
    switch (input.type()) {
      case InputRecord.POSITION_REPORT -> out.collect(Report.of(input, appendMillis));
      case InputRecord.TRAVEL_TIME_QUERY ->
          context.output(JOURNEY_QUERIES, new Query(input, appendMillis));
      default -> context.output(ACCOUNT_QUERIES, new Query(input, appendMillis));
    }
  }
}
