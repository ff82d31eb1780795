package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * States of rounds for the comparison with what releases have written. A state is never changed, as
 * it is kept there.
 */
public final class ReleasedRounds {

  private static final ShardServer PRIMARY =
      new ShardServer("a1", new ServerAddress("127.0.1.1", 7000));

  private static final ShardServer REPLICA = new ShardServer("d4", new ServerAddress("::1", 7001));

  private static final FollowingOperator OPERATOR =
      new FollowingOperator("a1b2", "Toll", 3, List.of(0), List.of(1, 2));

  private static final FollowedMap MAP =
      new FollowedMap(
          "a1b2",
          "Toll",
          3,
          List.of(new FollowedMap.Part(0, 5, 0, 1), new FollowedMap.Part(6, 9, 0, 2)));

  private ReleasedRounds() {}

  /** By name: each phase, each task, and nothing begun. */
  public static Map<String, RoundsState> all() {
    Map<String, RoundsState> all = new LinkedHashMap<>();
    for (RoundPhase phase : RoundPhase.values()) {
      all.put(
          name(phase),
          new RoundsState(
              List.of(planned(RoundTask.SAVE), planned(RoundTask.SAVE)),
              1,
              List.of(
                  new OpenRound(
                      phase,
                      1,
                      List.of(new StartedWork("run-7", 1_796_008_883, true)),
                      false,
                      9,
                      List.of(new HashSlotSpan(0, 5), new HashSlotSpan(7, 7)),
                      2,
                      List.of(MAP),
                      1_796_012_483)),
              List.of(Problem.warning("LEAD_CHANGE_COPIED", "d4", "it copied", "Wait."))));
    }
    for (RoundTask task : RoundTask.values()) {
      all.put(
          "task_" + name(task),
          new RoundsState(List.of(planned(task)), 0, List.of(OpenRound.begun()), List.of()));
    }
    all.put(
        "nothing_begun",
        new RoundsState(
            List.of(
                new PlannedRound(
                    PRIMARY,
                    RoundTask.REWRITE,
                    List.of(REPLICA),
                    List.of(),
                    false,
                    List.of(),
                    60_000)),
            0,
            List.of(),
            List.of()));
    return all;
  }

  private static PlannedRound planned(RoundTask task) {
    return new PlannedRound(
        PRIMARY, task, List.of(REPLICA), List.of(REPLICA), true, List.of(OPERATOR), 3_600_000);
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
