package io.amoeba.linearroad.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.Alternation;
import io.amoeba.linearroad.measure.OperatorLocality;
import io.amoeba.linearroad.measure.RatePoint;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Measure;
import io.amoeba.report.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The result of a run as JSON; an unknown figure is null. Stateless. */
public final class JsonReport {
  private JsonReport() {}

  private record Validation(long checked, long mismatches) {}

  private record Locality(double before, double after) {
    static Locality of(OperatorLocality operator) {
      return new Locality(operator.before().localHitRate(), operator.after().localHitRate());
    }
  }

  private record Fresh(
      long boundMillis, boolean replicasFirst, long replicaAnswers, long primaryAnswers) {}

  private record Gaps(@Nullable Long before, @Nullable Long change) {}

  /** Writes the file. */
  public static void write(RunResult result, Path file) throws IOException {
    Files.writeString(file, of(result).toPrettyString() + "\n");
  }

  /** The content of the file. */
  public static ObjectNode of(RunResult result) {
    RunResult.Performance performance = result.performance();
    RunResult.Checks checks = result.checks();
    OrderProbe.Result order = checks.order();
    FleetOptions fleet = result.options().fleet();
    RunResult.Timeline timeline = result.timeline();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("nodes", fleet.nodes());
    json.put("expressways", result.input().expressways());
    json.put("positionReports", result.input().positionReports());
    json.put("before", Measure.values(RunMeasures.ALL, performance.before()));
    json.put("after", Measure.values(RunMeasures.ALL, performance.after()));
    json.put("adaptationMillis", performance.adaptationMillis());
    json.put("keyReorderings", order == null ? null : order.keyReorderings());
    json.put("recordsLostOrDuplicated", order == null ? null : order.lost() + order.duplicated());
    json.put("validation", new Validation(checks.answers().checked(), checks.mismatches()));
    json.put("mapSwitches", performance.mapSwitches());
    json.put("mapSwitchesOfAllOperators", performance.mapSwitchesOfAllOperators());
    json.put("rateGrowthBefore", performance.growthBefore());
    json.put("accessesChecked", order == null ? null : order.accesses());
    json.put("immediate", fleet.job().immediate());
    json.put("keyed", fleet.job().keyed());
    json.put("taskSlots", fleet.taskSlots());
    json.put("finalNodes", fleet.finalNodes());
    json.put("simulatedSeconds", result.input().simulatedSeconds());
    json.put("machine", MachineLine.text());
    json.putAll(traffic(result.options().traffic()));
    Map<String, Locality> operators = new LinkedHashMap<>();
    performance.operators().forEach(o -> operators.put(o.operator(), Locality.of(o)));
    json.put("localHitRateByOperator", operators);
    if (result.options().alignment().alternates()) {
      json.put("phases", performance.phases());
      json.put("alternation", Alternation.of(performance.phases()));
    }
    json.put(
        "longestGapMillis",
        new Gaps(
            known(performance.gaps().beforeMillis()), known(performance.gaps().changeMillis())));
    json.put("replicas", fleet.replicas());
    json.put("freshReads", fresh(result));
    json.put("series", RatePoint.of(timeline.samples(), timeline.feedBeginMillis()));
    json.put("alignBeginSeconds", timeline.seconds(timeline.alignBeginMillis()));
    json.put("migratedSeconds", timeline.seconds(timeline.migratedMillis()));
    json.put("alignedSeconds", timeline.seconds(timeline.alignedMillis()));
    json.put("failures", result.failures());
    return ReportJson.object(json);
  }

  private static @Nullable Fresh fresh(RunResult result) {
    FleetOptions.FreshReading reading = result.options().fleet().job().freshReads();
    return reading == null
        ? null
        : new Fresh(
            reading.bound().toMillis(),
            reading.replicasFirst(),
            result.freshAnswers().replicas(),
            result.freshAnswers().primaries());
  }

  private static Map<String, Object> traffic(Traffic traffic) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (traffic instanceof Traffic.Generated generated) {
      json.put("traffic", name(generated.mode()));
      json.put("vehiclesPerExpressway", generated.vehiclesPerExpressway());
    } else if (traffic instanceof Traffic.FromFile file) {
      json.put("traffic", "file");
      json.put("inputDialect", name(file.dialect()));
      json.put("clampedSpeeds", file.clampedSpeeds());
    }
    return json;
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Long known(OptionalLong millis) {
    return millis.isPresent() ? millis.getAsLong() : null;
  }
}
