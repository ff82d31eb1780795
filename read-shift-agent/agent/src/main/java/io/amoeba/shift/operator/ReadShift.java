package io.amoeba.shift.operator;

import io.amoeba.agentkit.beans.AgentBean;
import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.shift.compaction.LargeCompactions;
import io.amoeba.shift.compaction.PostponedTable;
import io.amoeba.shift.control.ShiftControl;
import io.amoeba.shift.protocol.decision.ShiftMode;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;

/** The MBean, over the live state. */
public final class ReadShift extends AgentBean implements ReadShiftMXBean {

  private final ShiftControl control;
  private final LargeCompactions compactions;

  public ReadShift(StartReport report, ShiftControl control, LargeCompactions compactions) {
    super(NAME, report);
    this.control = control;
    this.compactions = compactions;
  }

  @Override
  public String announce(long seconds) {
    return control.announce(seconds, false);
  }

  @Override
  public String announceAndDrain(long seconds) {
    return control.announce(seconds, true);
  }

  @Override
  public boolean withdraw() {
    return control.withdraw();
  }

  @Override
  public String getPhase() {
    return ChoiceNames.of(control.phase());
  }

  @Override
  public String getObstacle() {
    return control.obstacle();
  }

  @Override
  public Map<String, Long> getFigures() {
    return control.figures();
  }

  @Override
  public String getSeverity() {
    return ChoiceNames.of(control.mode());
  }

  @Override
  public void setSeverity(String mode) {
    control.setMode(ChoiceNames.require(ShiftMode.class, "Severity", mode));
  }

  @Override
  public boolean isTurns() {
    return control.isTakingTurns();
  }

  @Override
  public void setTurns(boolean on) {
    control.setTakingTurns(on);
  }

  @Override
  public String getTurnOf() {
    return ChoiceNames.of(compactions.turn());
  }

  @Override
  public String getTurnRack() {
    return compactions.turnRack();
  }

  @Override
  public Map<String, String> getPostponedTables() {
    return compactions.postponed().stream()
        .collect(
            Collectors.toMap(
                PostponedTable::name,
                table ->
                    "since %s, starts at the latest %s, waits for %s"
                        .formatted(
                            Instant.ofEpochMilli(table.sinceMillis()),
                            Instant.ofEpochMilli(table.latestMillis()),
                            ChoiceNames.of(table.decision()))));
  }
}
