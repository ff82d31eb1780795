package io.amoeba.streaming.checks.scenario;

import io.amoeba.streaming.checks.scenario.Fault.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The scenarios of the long check, and its table. */
final class CrashMatrix {
  private static final List<String> PHASES =
      List.of(
          "ANNOUNCED", "DRAINING", "PREPARING", "STREAMING", "WARMING", "CONFIRMING", "SETTLING");

  private static final List<String> LATER_PHASES = List.of("STREAMING", "CONFIRMING");

  /** With three racks the joining node is in this node's rack, so that it alone loses ranges. */
  private static final int SENDER = 1;

  private static final int COORDINATOR = 2;
  private static final int JOINING_NODE = 4;
  private static final int SECOND_STEP = 2;

  private CrashMatrix() {}

  static List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    all.add(Scenario.undisturbed(Shape.ONE_RACK, 1));
    all.add(Scenario.undisturbed(Shape.THREE_RACKS, 1));
    all.add(Scenario.undisturbed(Shape.THREE_RACKS, 1).with(CommitLog.PERIODIC));
    all.add(Scenario.undisturbed(Shape.THREE_RACKS, 2).named("two joins, one after the other"));
    all.add(Scenario.undisturbed(Shape.TWO_DATA_CENTRES, 2));
    for (String phase : PHASES) {
      all.add(kill("joining node", JOINING_NODE, phase));
      all.add(kill("sender", SENDER, phase));
      all.add(kill("coordinator", COORDINATOR, phase));
    }
    for (String phase : LATER_PHASES) {
      all.add(kill("joining node", JOINING_NODE, phase).with(CommitLog.COMPRESSED));
      all.add(kill("sender", SENDER, phase).with(CommitLog.COMPRESSED));
    }
    for (String phase : LATER_PHASES) {
      all.add(killBoth("joining node and sender", JOINING_NODE, SENDER, phase));
      all.add(killBoth("joining node and coordinator", JOINING_NODE, COORDINATOR, phase));
      all.add(killBoth("sender and coordinator", SENDER, COORDINATOR, phase));
    }
    all.add(
        Scenario.of(
            "joining node killed in three steps",
            new Fault(Action.KILL, JOINING_NODE, new JoinPoint(1, "STREAMING")),
            new Fault(Action.KILL, JOINING_NODE, new JoinPoint(2, "STREAMING")),
            new Fault(Action.KILL, JOINING_NODE, new JoinPoint(3, "CONFIRMING"))));
    for (String phase : LATER_PHASES) {
      all.add(kill("one of three senders", SENDER, phase).on(Shape.ONE_RACK));
    }
    for (String phase : LATER_PHASES) {
      all.add(one(Action.PAUSE, "joining node paused in " + phase, JOINING_NODE, phase));
      all.add(one(Action.PAUSE, "coordinator paused in " + phase, COORDINATOR, phase));
      all.add(one(Action.WITHOUT_AGENT, "peer without the agent in " + phase, SENDER, phase));
    }
    return all;
  }

  private static Scenario kill(String victim, int node, String phase) {
    return one(Action.KILL, "%s killed in %s".formatted(victim, phase), node, phase);
  }

  /** The second one before the first one has started again. */
  private static Scenario killBoth(String victims, int one, int other, String phase) {
    JoinPoint point = new JoinPoint(SECOND_STEP, phase);
    return Scenario.of(
        "%s killed in %s".formatted(victims, phase),
        new Fault(Action.KILL, one, point),
        new Fault(Action.KILL, other, point));
  }

  private static Scenario one(Action action, String name, int node, String phase) {
    // Later steps are announced while an earlier one streams, so that their phases overlap.
    int step = LATER_PHASES.contains(phase) ? SECOND_STEP : 1;
    return Scenario.of(name, new Fault(action, node, new JoinPoint(step, phase)));
  }

  static String header() {
    return String.format(
        Locale.ROOT,
        "%-48s %5s %6s %12s %8s %6s %6s %6s %6s",
        "scenario",
        "steps",
        "join s",
        "acknowledged",
        "unknown",
        "LWT",
        "reads",
        "lost",
        "stale");
  }

  static String row(Scenario scenario, ScenarioResult result) {
    var verdict = result.findings().verdict();
    return String.format(
        Locale.ROOT,
        "%-48s %5d %6d %12d %8d %6d %6d %6d %6d %s",
        scenario.name(),
        result.steps(),
        result.joinSeconds(),
        verdict.acknowledged(),
        verdict.unknown(),
        result.findings().increments(),
        result.readsWhileJoining(),
        verdict.lostWrites(),
        verdict.staleReads(),
        result.isClean() ? "clean" : "BROKEN");
  }
}
