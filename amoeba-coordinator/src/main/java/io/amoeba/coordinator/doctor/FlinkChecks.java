package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.analyze.UnalignedCheckpoints;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamView;
import java.util.Optional;

/** Whether Flink can be asked, and runs a job that can be aligned. Stateless. */
final class FlinkChecks {

  private static final int OLDEST_MINOR_OF_1 = 20;
  private static final String PARTITIONER = "flink-aligned-partitioner";

  private FlinkChecks() {}

  static void unreachable(FlinkSettings settings, String reason, Findings findings) {
    boolean tls = "https".equals(settings.url().getScheme());
    findings.add(
        Check.FLINK_REACHABLE,
        Severity.ERROR,
        "flink.url",
        "Flink's REST interface does not answer: " + reason,
        tls
            ? "Start the JobManager or correct flink.url; name a store with Flink's certificate in"
                + " flink.tls.truststore, and, where Flink asks for one"
                + " (security.ssl.rest.authentication-enabled), your own in flink.tls.keystore."
            : "Start the JobManager, open its REST port for this host, or correct flink.url (https"
                + " if security.ssl.rest.enabled is true).");
  }

  static void check(FlinkSettings settings, FlinkInspection.Answering flink, Findings findings) {
    findings.fine(Check.FLINK_REACHABLE, "flink.url", settings.url() + " answers");
    version(flink.version(), findings);
    if (flink.stream() instanceof StreamView.Found found) {
      findings.fine(Check.FLINK_JOB, found.job().name(), "is " + found.job().state());
      job(found.job(), findings);
    } else {
      noJob(settings, flink.stream(), findings);
    }
    partitioner(flink, findings);
  }

  private static void version(String version, Findings findings) {
    Optional<FlinkVersion> known = FlinkVersion.of(version);
    boolean tested =
        known
            .filter(v -> v.major() == 2 || (v.major() == 1 && v.minor() == OLDEST_MINOR_OF_1))
            .isPresent();
    if (!tested) {
      boolean old = known.filter(v -> v.major() <= 1).isPresent();
      findings.add(
          Check.FLINK_VERSION,
          old ? Severity.ERROR : Severity.WARNING,
          "Flink",
          "its version is " + (version.isEmpty() ? "unknown" : version),
          "Use Flink 1.20 or 2.x: the partitioner is made for these.");
    }
    findings.fine(Check.FLINK_VERSION, "Flink", version);
  }

  private static void noJob(FlinkSettings settings, StreamView stream, Findings findings) {
    if (stream instanceof StreamView.Missing missing) {
      boolean named = settings.job().isPresent();
      findings.add(
          Check.FLINK_JOB,
          named ? Severity.WARNING : Severity.NOTE,
          settings.job().orElse("Flink"),
          named
              ? "no job of this name runs; those that run: " + missing.running()
              : "no job runs, so that nothing about it could be checked",
          named
              ? "Start the job, or correct flink.job."
              : "Start the job, then run the check again.");
    } else if (stream instanceof StreamView.Ambiguous ambiguous) {
      findings.add(
          Check.FLINK_JOB,
          Severity.ERROR,
          "flink.job",
          (ambiguous.wanted().isEmpty()
                  ? "several jobs run: "
                  : "several running jobs are named '" + ambiguous.wanted() + "': ")
              + ambiguous.running(),
          ambiguous.wanted().isEmpty()
              ? "Set flink.job to the name of one of them."
              : "Cancel all but one, or give the others another name: until then none is aligned.");
    } else if (stream instanceof StreamView.Unreachable lost) {
      findings.add(
          Check.FLINK_JOB,
          Severity.ERROR,
          "Flink",
          "the job could not be read: " + lost.reason(),
          "Run the check again; if the problem persists, see the JobManager's log.");
    }
  }

  private static void job(StreamJob job, Findings findings) {
    if (job.planned().isEmpty()) {
      findings.add(
          Check.FLINK_JOB,
          Severity.WARNING,
          job.name(),
          "has no custom-partitioned exchange, so that there is nothing to align",
          "Put AlignedRouting in front of the operators that work on Redis.");
    }
    if (job.unalignedCheckpoints() && UnalignedCheckpoints.loseRecords(job.version())) {
      findings.add(
          Check.FLINK_CHECKPOINTS,
          Severity.ERROR,
          job.name(),
          "takes unaligned checkpoints, by which Flink "
              + job.version()
              + " loses records when a map has changed",
          "Set execution.checkpointing.unaligned.enabled to false, or use Flink 2.2.1 or newer.");
    }
    findings.fine(Check.FLINK_CHECKPOINTS, job.name(), "its checkpoints keep the order of records");
  }

  private static void partitioner(FlinkInspection.Answering flink, Findings findings) {
    if (flink.jobManagerClassPath().isEmpty()) {
      return; // cannot be told
    }
    boolean present = flink.jobManagerClassPath().stream().anyMatch(f -> f.contains(PARTITIONER));
    if (!present) {
      findings.add(
          Check.FLINK_PARTITIONER,
          Severity.NOTE,
          "JobManager",
          "no " + PARTITIONER + " jar is on its class path",
          "Put it into lib/ of the JobManager and of every TaskManager, unless the job's jar"
              + " carries it.");
    }
    findings.fine(Check.FLINK_PARTITIONER, "JobManager", "the jar is on its class path");
  }
}
