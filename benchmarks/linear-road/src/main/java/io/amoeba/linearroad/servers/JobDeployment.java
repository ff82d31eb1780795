package io.amoeba.linearroad.servers;

import io.amoeba.embedded.flink.JobSubmission;
import io.amoeba.linearroad.kafka.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The jar and the arguments by which the job is started on servers. Immutable. */
record JobDeployment(
    FleetOptions options, Endpoints endpoints, Topics topics, Distribution distribution) {
  private static final String ENTRY_CLASS = "io.amoeba.linearroad.job.LinearRoadJob";

  /** The job with so many subtasks of each operator. */
  JobSubmission submission(int parallelism) {
    return JobSubmission.of(distribution.jobJar(), ENTRY_CLASS)
        .with(arguments(Integer.toString(parallelism)), parallelism);
  }

  /** What the coordinator is to start the job by: {@code plans.rescale} of its configuration. */
  Map<String, Object> rescale() {
    return Map.of(
        "method", "savepoint",
        "jar", distribution.jobJar().toString(),
        "entryClass", ENTRY_CLASS,
        "arguments", arguments("{parallelism}"),
        "savepoints", savepoints().toUri().toString());
  }

  /** Where savepoints are. */
  Path savepoints() {
    return endpoints.workFolder().resolve("savepoint");
  }

  /** Where the accesses to Redis are logged. */
  Path probeFolder() {
    return endpoints.workFolder().resolve("order-probe");
  }

  private List<String> arguments(String parallelism) {
    FleetOptions.JobSettings job = options.job();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--bootstrap", endpoints.kafka(),
                "--redis", String.join(",", endpoints.redis()),
                "--input", topics.input(),
                "--answers", topics.answers(),
                "--rejected", topics.rejected(),
                "--parallelism", parallelism,
                "--handOver", job.immediate() ? "immediate" : "ordered",
                "--keyed", Boolean.toString(job.keyed()),
                "--redisBatch", Integer.toString(job.redisBatch()),
                "--bufferTimeoutMillis", Long.toString(job.bufferTimeout().toMillis()),
                "--checkpointMillis", Long.toString(job.checkpointInterval().toMillis()),
                "--guarantee", job.exactlyOnce() ? "exactlyOnce" : "atLeastOnce"));
    FleetOptions.FreshReading freshReads = job.freshReads();
    if (freshReads != null) {
      arguments.addAll(
          List.of(
              "--freshReadsMillis", Long.toString(freshReads.bound().toMillis()),
              "--replicasFirst", Boolean.toString(freshReads.replicasFirst())));
    }
    if (job.orderProbe()) {
      arguments.addAll(List.of("--orderProbe", probeFolder().toString()));
    }
    return arguments;
  }
}
