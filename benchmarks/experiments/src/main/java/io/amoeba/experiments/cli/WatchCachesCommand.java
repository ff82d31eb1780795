package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.experiments.hints.CacheQuestions;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "watch-caches",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Tells by JMX what the caches and read hints of the Cassandra node of this network identity do,"
            + " as lines of JSON.")
final class WatchCachesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return Failures.told(
        "The watch",
        spec,
        () -> {
          CacheQuestions.watch(Clock.systemUTC(), spec.commandLine().getOut()).run();
          return ExitCode.OK;
        });
  }
}
