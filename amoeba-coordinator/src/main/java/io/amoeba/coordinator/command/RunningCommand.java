package io.amoeba.coordinator.command;

import io.amoeba.coordinator.changes.servers.StartFailure;
import io.amoeba.coordinator.command.CommandJournal.Begun;
import io.amoeba.coordinator.diagnosis.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At most one command at a time, over the deaths of coordinators of one machine: what a killed one
 * has begun is waited for, and not begun again beside it. Confined to one thread.
 */
final class RunningCommand {

  private static final Logger LOG = LoggerFactory.getLogger(RunningCommand.class);

  /** A machine reckons the beginning of a process from its clock, which people and NTP set. */
  private static final Duration CLOCK = Duration.ofSeconds(2);

  private static final Duration POLL = Duration.ofMillis(100);

  private final CommandJournal journal;
  private final Duration limit;

  /** What the journal says. */
  RunningCommand(CommandJournal journal, Duration limit) {
    this.journal = journal;
    this.limit = limit;
  }

  /**
   * Waits for the end of what an earlier coordinator has begun.
   *
   * @throws StartFailure if it does not end in time; it has been killed then
   */
  void awaitEarlier() throws InterruptedException {
    Optional<Begun> begun = journal.open();
    Optional<ProcessHandle> process = begun.flatMap(RunningCommand::find);
    if (process.isPresent()) {
      LOG.info("process {}, started by an earlier coordinator, still runs", begun.get().pid());
      awaitEnd(process.get());
    }
    if (begun.isPresent()) {
      journal.end();
    }
  }

  private void awaitEnd(ProcessHandle process) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (runs(process)) {
      if (System.nanoTime() - deadline >= 0) {
        kill(process);
        journal.end();
        throw new StartFailure(
            Problem.error(
                "START_COMMAND_FAILED",
                "",
                "process %d, started by an earlier coordinator, had not ended after %d s and was killed"
                    .formatted(process.pid(), limit.toSeconds()),
                "It must return when the server runs."));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private static Optional<ProcessHandle> find(Begun begun) {
    return ProcessHandle.of(begun.pid())
        .filter(RunningCommand::runs)
        .filter(
            process ->
                process
                    .info()
                    .startInstant()
                    .filter(at -> Duration.between(at, begun.began()).abs().compareTo(CLOCK) < 0)
                    .isPresent());
  }

  /** One that has ended, but whose end nobody has asked for, has no words any more. */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().commandLine().isPresent();
  }

  /**
   * Waits for the end of a process of one's own, which is killed with what it started when that
   * takes too long, or cannot be noted.
   *
   * @return whether it has ended in time
   */
  boolean await(Process process) throws InterruptedException {
    boolean ended = false;
    try {
      journal.begin(
          new Begun(process.pid(), process.info().startInstant().orElseGet(Instant::now)));
      ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!ended) {
        kill(process.toHandle());
      }
    }
    journal.end();
    return ended;
  }

  private static void kill(ProcessHandle process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
