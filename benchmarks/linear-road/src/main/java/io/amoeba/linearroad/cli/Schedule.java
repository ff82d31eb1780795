package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.text.DurationText;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.When;
import io.amoeba.linearroad.servers.Disturbance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the schedule of a run of its options. Confined to one thread. */
record Schedule(RunArguments arguments, GivenOptions given) {
  private static final Pattern KILL =
      Pattern.compile("(?:(coordinator)|task-manager:(\\d{1,2}))@(\\S+)");

  private static final String NEVER = "never";
  private static final double HALF = 0.5;

  /** When maps change. */
  RunOptions.Alignment alignment(boolean fromFile) {
    if (arguments.addNodeAfter != null) {
      return new RunOptions.Alignment(addition(arguments.addNodeAfter), null);
    }
    String text = arguments.alignAfter;
    if (NEVER.equals(text)) {
      given.refuse("--align-after never", List.of("--realign-every", "--alternate"));
      return new RunOptions.Alignment(new When.Never(), null);
    }
    When when = fromFile ? new When.AtStart() : new When.AfterPart(HALF);
    if (text != null) {
      when = moment("--align-after", text, "from 0%", ", a time such as 45s, or never");
    }
    return new RunOptions.Alignment(when, arguments.realignEvery, arguments.alternate);
  }

  /** When the node is added. */
  private When addition(String text) {
    String option = "--add-node-after";
    When when = moment(option, text, "above 0%", " or a time such as 45s");
    if (when instanceof When.AtStart) {
      given.problem(
          "%s is '%s': nothing would be measured before; use a later time".formatted(option, text));
    }
    return when;
  }

  private When moment(String option, String text, String parts, String others) {
    Optional<Double> part = Times.part(text);
    Optional<Duration> time = DurationText.parse(text);
    if (part.isEmpty() && time.isEmpty()) {
      given.problem(
          "%s is '%s': use a part of the run %s to 100%%%s".formatted(option, text, parts, others));
    }
    boolean first =
        part.filter(p -> p == 0).isPresent() || time.filter(Duration::isZero).isPresent();
    When when =
        first
            ? new When.AtStart()
            : time.<When>map(When.AfterTime::new)
                .orElseGet(() -> new When.AfterPart(part.orElse(HALF)));
    checkBeforeEnd(option, text, when);
    return when;
  }

  private void checkBeforeEnd(String option, String text, When when) {
    boolean late =
        (when instanceof When.AfterPart p && p.part() >= 1)
            || (when instanceof When.AfterTime t
                && arguments.input == null
                && t.time().compareTo(arguments.duration) >= 0);
    if (late) {
      given.problem(
          "%s is '%s': that is not before the end of the run; use an earlier time"
              .formatted(option, text));
    }
  }

  /** Which processes are killed, and when. */
  List<Disturbance> disturbances(int nodes) {
    List<Disturbance> disturbances = new ArrayList<>();
    for (String text : arguments.kill) {
      Matcher matcher = KILL.matcher(text);
      Optional<Double> part = matcher.matches() ? Times.part(matcher.group(3)) : Optional.empty();
      int node =
          part.isPresent() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : 1;
      if (part.isEmpty() || node < 1 || node > nodes) {
        given.problem(
            "--kill is '%s': use coordinator@N%% or task-manager:NODE@N%%".formatted(text));
      } else {
        disturbances.add(
            new Disturbance(
                matcher.group(1) != null
                    ? Disturbance.Victim.COORDINATOR
                    : Disturbance.Victim.TASK_MANAGER,
                node,
                part.get()));
      }
    }
    disturbances.sort(Comparator.comparingDouble(Disturbance::part));
    return disturbances;
  }
}
