package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.run.Disturbance;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the options about what happens when into checked ones. Confined to one thread. */
final class ScheduleReader {
  private static final Pattern KILL =
      Pattern.compile("(?:(coordinator)|task-manager:(\\d{1,2}))@(\\S+)");

  /** The change itself, two seconds that do not count, and three that must be left. */
  private static final Duration LEAST_ALTERNATE = Duration.ofSeconds(8);

  private static final Duration LONGEST = Duration.ofHours(1);

  private static final String NEVER = "never";
  private static final double HALF = 0.5;

  private final RunArguments given;
  private final OptionTexts texts;

  ScheduleReader(RunArguments given, OptionTexts texts) {
    this.given = given;
    this.texts = texts;
  }

  /** When maps change. */
  RunOptions.Alignment alignment(boolean fromFile) {
    Duration every =
        given.realignEvery == null
            ? null
            : texts.duration(
                "--realign-every",
                given.realignEvery,
                Duration.ofSeconds(1),
                Duration.ofMillis(10),
                LONGEST);
    Duration alternate =
        given.alternate == null
            ? null
            : texts.duration(
                "--alternate", given.alternate, LEAST_ALTERNATE, LEAST_ALTERNATE, LONGEST);
    if (given.addNodeAfter != null) {
      return new RunOptions.Alignment(addition(given.addNodeAfter), null);
    }
    String text = given.alignAfter;
    if (NEVER.equals(text)) {
      refuseChanges();
      return new RunOptions.Alignment(new When.Never(), null);
    }
    if (text == null) {
      return new RunOptions.Alignment(
          fromFile ? new When.AtStart() : new When.AfterPart(HALF), every, alternate);
    }
    When when = moment("--align-after", text, "from 0%", ", a time such as 45s, or never");
    return new RunOptions.Alignment(when, every, alternate);
  }

  /** When the node is added for which the job and the store grow. */
  private When addition(String text) {
    String option = "--add-node-after";
    When when = moment(option, text, "above 0%", " or a time such as 45s");
    if (when instanceof When.AtStart) {
      texts.problem(
          "%s is '%s': nothing would be measured before; use a later time".formatted(option, text));
    }
    return when;
  }

  private When moment(String option, String text, String parts, String others) {
    Optional<Double> part = OptionTexts.part(text);
    Optional<Duration> time = OptionTexts.duration(text);
    if (part.isEmpty() && time.isEmpty()) {
      texts.problem(
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

  private void refuseChanges() {
    Map<String, @Nullable String> changes = new LinkedHashMap<>();
    changes.put("--realign-every", given.realignEvery);
    changes.put("--alternate", given.alternate);
    changes.forEach(
        (option, value) -> {
          if (value != null) {
            texts.problem(
                "%s does not go with --align-after never, which changes no map: leave one of them out"
                    .formatted(option));
          }
        });
  }

  private void checkBeforeEnd(String option, String text, When when) {
    Duration duration =
        given.duration == null
            ? RunReader.DEFAULT_DURATION
            : OptionTexts.duration(given.duration).orElse(RunReader.LONGEST_DURATION);
    boolean late =
        (when instanceof When.AfterPart p && p.part() >= 1)
            || (when instanceof When.AfterTime t
                && given.input == null
                && t.time().compareTo(duration) >= 0);
    if (late) {
      texts.problem(
          "%s is '%s': that is not before the end of the run; use an earlier time"
              .formatted(option, text));
    }
  }

  /** Which processes are killed when. */
  List<Disturbance> disturbances(int nodes) {
    List<Disturbance> disturbances = new ArrayList<>();
    for (String text : given.kill) {
      Matcher matcher = KILL.matcher(text);
      Optional<Double> part =
          matcher.matches() ? OptionTexts.part(matcher.group(3)) : Optional.empty();
      int node =
          part.isPresent() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : 1;
      if (part.isEmpty() || node < 1 || node > nodes) {
        texts.problem(
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
