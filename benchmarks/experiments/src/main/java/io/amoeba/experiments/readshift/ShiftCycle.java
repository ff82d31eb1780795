package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.WorkCycle;
import java.util.List;

/**
 * One cycle of a mode: traffic without work, with work, and without again. Immutable.
 *
 * @param round from 1
 * @param load for claims and plots
 * @param figures of {@link OperationLog}, of {@link WorkFigures}, and what was used
 * @param seconds whole seconds of the cycle
 */
record ShiftCycle(
    int round, ShiftMode mode, String load, Values figures, List<OperationLog.Second> seconds)
    implements WorkCycle<ShiftMode> {}
