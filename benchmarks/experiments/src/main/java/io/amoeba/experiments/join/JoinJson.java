package io.amoeba.experiments.join;

import static io.amoeba.report.JsonNumbers.number;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.ycsb.TrafficJson;
import io.amoeba.report.MachineLine;
import java.util.List;

/** The joins for programs, and for the page's plots. Stateless. */
final class JoinJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JoinJson() {}

  static ObjectNode of(JoinOptions options, List<JoinRun> runs) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode all = root.putArray("runs");
    runs.forEach(run -> run(all.addObject(), run, options.before().toSeconds()));
    JoinTraffic traffic = options.traffic();
    root.put("workload", traffic.workload().name());
    root.put("consistency", traffic.consistency().name());
    root.put("inFlight", traffic.inFlight());
    root.put("rows", traffic.rows());
    root.put("fieldLength", traffic.fieldLength());
    root.put("sstables", traffic.sstables());
    root.put("members", options.members());
    NodeSizes sizes = options.sizes();
    root.put("cpusPerNode", sizes.cpus());
    root.put("memoryMebibytes", sizes.memoryMebibytes());
    root.put("heapMebibytes", sizes.heapMebibytes());
    root.put("readsPerSecond", sizes.readsPerSecond());
    root.put("agentOptions", options.nodeOptions().agent());
    root.put("jvmOptions", options.nodeOptions().jvm());
    root.put("machine", MachineLine.text());
    return root;
  }

  private static void run(ObjectNode node, JoinRun run, long beforeSeconds) {
    JoinFigures figures = run.figures();
    node.put("mode", run.mode().toString());
    number(node, "baselineOpsPerSecond", figures.baselineOpsPerSecond());
    number(node, "firstQuarterRatio", figures.firstQuarterRatio());
    number(node, "meanDuringJoinRatio", figures.meanDuringJoinRatio());
    number(node, "afterRatio", figures.afterRatio());
    number(node, "joinSeconds", figures.joinSeconds());
    number(node, "firstServedSeconds", figures.firstServedSeconds());
    node.put("sloScoreCount", figures.sloScoreCount());
    number(node, "sloScoreMillis", figures.sloScoreMillis());
    number(node, "lostOps", figures.lostOps());
    number(node, "recoverySeconds", figures.recoverySeconds());
    node.put("recovered", figures.recovered());
    node.put("failedOps", figures.failedOps());
    node.put("steadyBaseline", run.steadyBaseline());
    number(node, "baselineDrift", figures.baselineDrift());
    number(node, "baselineMillis", figures.baselineMillis());
    number(node, "sloMillis", figures.sloMillis());
    number(node, "startSeconds", figures.startSeconds());
    number(node, "streamLimitMebibytesPerSecond", run.streamMebibytesPerSecond());
    number(node, "receivedMebibytes", figures.receivedMebibytes());
    number(node, "receivedMebibytesPerSecond", figures.receivedMebibytesPerSecond());
    ArrayNode steps = node.putArray("stepSeconds");
    figures.steps().forEach(steps::add);
    JoinLoads loads = run.loads();
    load(node.putObject("membersBefore"), loads.membersBefore());
    load(node.putObject("membersDuring"), loads.membersDuring());
    load(node.putObject("membersAfter"), loads.membersAfter());
    load(node.putObject("joinerDuring"), loads.joinerDuring());
    load(node.putObject("joinerAfter"), loads.joinerAfter());
    number(node, "membersPageCacheMebibytes", loads.membersPageCacheMebibytes());
    machine(node.putObject("machineBefore"), loads.machineBefore());
    machine(node.putObject("machineDuring"), loads.machineDuring());
    machine(node.putObject("machineAfter"), loads.machineAfter());
    // From the begin of the baseline.
    double from = -figures.startSeconds() - beforeSeconds;
    double begin = figures.beginAtSeconds();
    TrafficJson.seconds(node.putArray("traffic"), run.series().traffic(), begin + from, begin);
    joiner(node.putArray("joiner"), run);
    ArrayNode members = node.putArray("membersUsage");
    run.usage().members().forEach(member -> usage(members.addArray(), run, member, from));
    usage(node.putArray("joinerUsage"), run, run.usage().joiner(), from);
    ArrayNode machine = node.putArray("machineUsage");
    run.usage().machine().forEach(sample -> machineUsage(machine, run, sample, from));
  }

  private static void load(ObjectNode node, NodeLoad load) {
    number(node, "readsPerSecond", load.readsPerSecond());
    number(node, "mebibytesPerSecond", load.mebibytesPerSecond());
    number(node, "cpuFraction", load.cpuFraction());
  }

  private static void machine(ObjectNode node, MachineLoad load) {
    number(node, "busyFraction", load.busyFraction());
    number(node, "stolenFraction", load.stolenFraction());
    number(node, "workMillis", load.workMillis());
    number(node, "millisPerRead", load.millisPerRead());
    number(node, "millisPerWrite", load.millisPerWrite());
  }

  private static void joiner(ArrayNode samples, JoinRun run) {
    for (NodeSample sample : run.series().joiner()) {
      ObjectNode node = samples.addObject();
      number(node, "at", sample.atSeconds() - run.figures().beginAtSeconds());
      node.put("mode", sample.mode());
      number(node, "ownership", sample.ownership());
      node.put("reads", sample.reads());
      node.put("writes", sample.writes());
      node.put("receivedBytes", sample.receivedBytes());
    }
  }

  private static void usage(
      ArrayNode samples, JoinRun run, List<ContainerUsage> usage, double from) {
    for (ContainerUsage sample : usage) {
      double at = sample.atSeconds() - run.figures().beginAtSeconds();
      if (at >= from) {
        ObjectNode node = samples.addObject();
        number(node, "at", at);
        node.put("cpuNanos", sample.cpuNanos());
        node.put("diskReads", sample.reads().operations());
        node.put("diskReadBytes", sample.reads().bytes());
        node.put("pageCacheBytes", sample.pageCacheBytes());
      }
    }
  }

  private static void machineUsage(
      ArrayNode samples, JoinRun run, MachineUsage sample, double from) {
    double at = sample.atSeconds() - run.figures().beginAtSeconds();
    if (at >= from) {
      ObjectNode node = samples.addObject();
      number(node, "at", at);
      node.put("ticks", sample.ticks());
      node.put("idleTicks", sample.idleTicks());
      node.put("stolenTicks", sample.stolenTicks());
      node.put("workNanos", sample.workNanos());
      node.put("reads", sample.reads().operations());
      node.put("readMillis", sample.reads().millis());
      node.put("writes", sample.writes().operations());
      node.put("writeMillis", sample.writes().millis());
    }
  }
}
