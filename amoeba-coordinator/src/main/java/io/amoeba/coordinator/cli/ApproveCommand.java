package io.amoeba.coordinator.cli;

import picocli.CommandLine.Command;

/** Approves a plan. */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description = "Approves a proposed plan for execution; a stale plan is rejected.",
    footer = {
      "",
      "Examples:",
      "  amoeba approve plan-7 --note 'after the peak'",
      "",
      ServiceCommand.FOOTER
    })
public final class ApproveCommand extends PlanOrder {

  /** An order that is not given yet. */
  public ApproveCommand() {
    super("approve");
  }
}
