package io.amoeba.priority.protocol.limit;

/**
 * What happened between two steps of the controller. Immutable.
 *
 * @param waits of high tasks
 * @param lowRan whether low requests were in flight: otherwise they are not the cause of waits
 * @param lowHeld whether low requests were held: otherwise a higher limit would change nothing
 */
public record ControlInterval(HopWaitSummary waits, boolean lowRan, boolean lowHeld) {}
