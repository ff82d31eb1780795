package io.amoeba.shift.operator;

import io.amoeba.agentkit.beans.AgentBean;
import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.shift.control.ShiftControl;
import io.amoeba.shift.protocol.decision.ShiftMode;
import java.util.Map;

/** The MBean, over the live state. */
public final class ReadShift extends AgentBean implements ReadShiftMXBean {

  private final ShiftControl control;

  public ReadShift(StartReport report, ShiftControl control) {
    super(NAME, report);
    this.control = control;
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
}
