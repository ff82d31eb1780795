package io.amoeba.experiments.hints;

import static io.amoeba.report.JsonNumbers.number;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.experiments.ycsb.TrafficJson;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Spread;
import java.util.List;
import java.util.Locale;

/** The moves of reads for programs, and for the page's plots. Stateless. */
final class HintJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private HintJson() {}

  static ObjectNode of(HintOptions options, List<HintRun> runs) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode all = root.putArray("runs");
    runs.forEach(run -> run(all.addObject(), run, runs));
    HintTraffic traffic = options.traffic();
    root.put("workload", traffic.workload().name());
    root.put("distribution", traffic.distribution().name().toLowerCase(Locale.ROOT));
    root.put("disjoint", traffic.disjoint());
    root.put("rows", traffic.rows());
    root.put("fieldLength", traffic.fieldLength());
    root.put("inFlight", traffic.inFlight());
    NodeSizes sizes = options.sizes();
    root.put("cpusPerNode", sizes.cpus());
    root.put("memoryMebibytes", sizes.memoryMebibytes());
    root.put("chunkCacheMebibytes", options.chunkCacheMebibytes());
    root.put("readsPerSecond", sizes.readsPerSecond());
    root.put("agentOptions", options.nodeOptions().agent());
    root.put("jvmOptions", options.nodeOptions().jvm());
    root.put("machine", MachineLine.text());
    return root;
  }

  private static void run(ObjectNode node, HintRun run, List<HintRun> all) {
    HintFigures figures = run.figures();
    node.put("mode", run.mode().toString());
    node.put("repeat", run.repeat());
    number(node, "opsBefore", figures.opsBefore());
    number(node, "opsAfterFirst10s", figures.opsAfterFirst10s());
    number(node, "opsLast", figures.opsLast());
    number(node, "missBefore", figures.missBefore());
    number(node, "missAfterFirst10s", figures.missAfterFirst10s());
    number(node, "missLast", figures.missLast());
    number(node, "recoverySeconds", figures.recoverySeconds());
    node.put("recovered", figures.recovered());
    number(node, "overheadPercent", run.overheadPercent());
    ObjectNode throughput = node.putObject("captureThroughputPercent");
    spread(throughput, run.capture().throughput());
    number(throughput, "medianFrom", run.capture().throughputRange().low());
    number(throughput, "medianTo", run.capture().throughputRange().high());
    spread(node.putObject("captureCpuPercent"), run.capture().cpu());
    spread(node.putObject("sendingCpuPercent"), run.capture().sending());
    number(node, "lessThanStockPercent", run.lessThanStockPercent(all));
    number(node, "bytesPerHint", figures.bytesPerHint());
    node.put("hintsDropped", figures.hintsDropped());
    number(node, "summarisedShort", figures.summarisedShort());
    number(node, "summarisedLong", figures.summarisedLong());
    number(node, "meanMillisBefore", figures.meanMillisBefore());
    number(node, "meanMillisAfterFirst10s", figures.meanMillisAfterFirst10s());
    number(node, "p99MillisBefore", figures.p99MillisBefore());
    number(node, "p99MillisAfterFirst10s", figures.p99MillisAfterFirst10s());
    number(node, "servingMillisPerOperation", figures.servingMillisPerOperation());
    number(node, "receiverCpus", figures.receiverCpus());
    number(node, "receiverReadsPerSecond", figures.receiverReadsPerSecond());
    number(node, "receiverMebibytesPerSecond", figures.receiverMebibytesPerSecond());
    node.put("failedOps", figures.failedOps());
    number(node, "warmUpSeconds", run.warmUp().seconds());
    node.put("steady", run.warmUp().steady());
    node.put("pulledKeys", run.pulled().received());
    node.put("pulledReplays", run.pulled().applied());
    number(node, "pullSeconds", run.pulled().seconds());
    HintSeries series = run.series();
    TrafficJson.seconds(
        node.putArray("traffic"), series.traffic(), series.fromSeconds(), series.movedAtSeconds());
    samples(node.putArray("serving"), series, series.serving());
    samples(node.putArray("receiver"), series, series.receiver());
  }

  private static void spread(ObjectNode node, Spread spread) {
    number(node, "median", spread.median());
    number(node, "least", spread.least());
    number(node, "greatest", spread.greatest());
  }

  private static void samples(ArrayNode all, HintSeries series, List<CacheSample> samples) {
    samples.stream()
        .filter(sample -> sample.atSeconds() >= series.fromSeconds())
        .forEach(
            sample -> {
              ObjectNode node = all.addObject();
              number(node, "at", sample.atSeconds() - series.movedAtSeconds());
              node.put("chunkHits", sample.chunkHits());
              node.put("chunkMisses", sample.chunkMisses());
              node.put("cpuNanos", sample.cpuNanos());
              node.put("senderCpuNanos", sample.senderCpuNanos());
              node.put("messagingCpuNanos", sample.messagingCpuNanos());
              node.put("captured", sample.captured());
              node.put("summarised", sample.summarised());
              node.put("sent", sample.sent());
              node.put("sentBytes", sample.sentBytes());
              node.put("applied", sample.applied());
              node.put("leftOut", sample.leftOut());
              node.put("dropped", sample.dropped());
            });
  }
}
