package io.amoeba.coordinator.cli;

import picocli.CommandLine.Command;

/** Aborts a plan. */
@Command(
    name = "abort",
    mixinStandardHelpOptions = true,
    description = "Aborts an approved plan, or a running plan at its next safe point.",
    footer = {
      "",
      "Examples:",
      "  amoeba abort plan-7 --note 'throughput fell'",
      "",
      ServiceCommand.FOOTER
    })
public final class AbortCommand extends PlanOrder {

  /** An order that is not given yet. */
  public AbortCommand() {
    super("abort");
  }
}
