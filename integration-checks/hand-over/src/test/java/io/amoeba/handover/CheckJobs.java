package io.amoeba.handover;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.JobSubmission;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.function.AlignedFunction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The jobs of the checks, and a cluster with the partitioner in Flink's lib/. Stateless. */
final class CheckJobs {

  private CheckJobs() {}

  /** The jar with the jobs, without the partitioner. */
  static Path jar() {
    return Path.of(System.getProperty("amoeba.job.jar"));
  }

  /** The jar that belongs in Flink's lib/. */
  static Path partitioner() {
    return JavaCommand.entry(AlignedFunction.class);
  }

  /** A job that writes numbers into files of this folder. */
  static JobSubmission keptRecords(Path output, String pausesMicros, int parallelism) {
    return JobSubmission.of(jar(), KeptRecordsJob.class.getName())
        .with(List.of(output.toString(), pausesMicros), parallelism);
  }

  /** A job that adds numbers up in the Redis Cluster, under keys with this prefix. */
  static JobSubmission handOverCheck(
      Path jar,
      EmbeddedCluster cluster,
      String prefix,
      int pauseMicros,
      String order,
      int parallelism) {
    return JobSubmission.of(jar, HandOverCheckJob.class.getName())
        .with(
            List.of(
                "redis://" + cluster.redis().server(1).address(),
                prefix,
                Integer.toString(pauseMicros),
                order),
            parallelism);
  }

  /** A cluster with the partitioner that will ask a coordinator at this port. */
  static EmbeddedCluster start(int nodes, FlinkSettings flink, int coordinatorPort) {
    return EmbeddedCluster.builder()
        .nodes(nodes)
        .redis(RedisSettings.defaults())
        .flink(
            flink
                .withExtraJars(List.of(partitioner()))
                .withSystemProperties(node -> coordinatorAt(coordinatorPort)))
        .start();
  }

  /** System properties by which task managers find the coordinator. */
  static Map<String, String> coordinatorAt(int port) {
    return Map.of("amoeba.coordinator.url", "http://127.0.0.1:" + port);
  }
}
