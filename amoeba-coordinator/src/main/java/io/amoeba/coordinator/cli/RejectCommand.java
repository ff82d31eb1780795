package io.amoeba.coordinator.cli;

import picocli.CommandLine.Command;

/** Rejects a plan. */
@Command(
    name = "reject",
    mixinStandardHelpOptions = true,
    description =
        "Rejects a proposed plan. It is not created again while the topology is unchanged.",
    footer = {
      "",
      "Examples:",
      "  amoeba reject plan-7 --note 'not before the release'",
      "",
      ServiceCommand.FOOTER
    })
public final class RejectCommand extends PlanOrder {

  /** An order that is not given yet. */
  public RejectCommand() {
    super("reject");
  }
}
