package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.WorkCycle;
import java.util.List;

/**
 * One cycle of a mode: traffic without work, with work, and without again. Immutable.
 *
 * @param round from 1
 * @param load for claims and plots
 * @param figures of {@link OperationLog}, of the work, and what was used
 * @param pausesMillis how long each change of the lead held back writes
 * @param seconds whole seconds of the cycle
 */
record Cycle(
    int round,
    LeadershipMode mode,
    String load,
    Values figures,
    List<Double> pausesMillis,
    List<OperationLog.Second> seconds)
    implements WorkCycle<LeadershipMode> {}
