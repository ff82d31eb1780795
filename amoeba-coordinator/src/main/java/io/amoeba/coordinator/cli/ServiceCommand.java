package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that asks a running coordinator, and prints its answer. */
abstract class ServiceCommand implements AmoebaSubcommand, Callable<Integer> {

  static final String FOOTER =
      "Exit codes: 0 success, 1 rejected or no answer (the message gives the reason), 2 invalid command line.";

  private static final ObjectMapper JSON = new ObjectMapper();

  @Mixin private CoordinatorAccess coordinator = new CoordinatorAccess();

  @Option(names = "--json", description = "Print the coordinator's answer, one JSON document.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Asks. */
  abstract JsonNode ask(CoordinatorAccess access) throws InterruptedException;

  /** Prints the answer for people. */
  abstract void print(JsonNode answer, PrintWriter out);

  @Override
  public final Integer call() throws JsonProcessingException, InterruptedException {
    if (GivenOptions.of(spec).refused()) {
      return ExitCode.USAGE;
    }
    JsonNode answer = ask(coordinator);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer));
    } else {
      print(answer, out);
    }
    out.flush();
    return ExitCode.OK;
  }
}
