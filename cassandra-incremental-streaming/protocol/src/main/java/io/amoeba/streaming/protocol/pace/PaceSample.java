package io.amoeba.streaming.protocol.pace;

import java.util.OptionalDouble;

/**
 * One sender at one moment. What is not known is absent. Immutable.
 *
 * @param cpu the used part of its CPUs, 0 … 1
 * @param latency of the requests that it coordinates, over their latency before the join; absent
 *     when it coordinates hardly any
 * @param answered how many requests it answers in a second, over their number before the join
 * @param joinShare the part of its CPUs that it uses for the join, 0 … 1
 * @param bytesPerSec that it sends; absent when it has just begun
 * @param joiningNodeCpu the used part of the joining node's CPUs, while that serves reads
 * @param takenOver the part of the members' load that the joining node has taken over, 0 … 1
 */
public record PaceSample(
    OptionalDouble cpu,
    OptionalDouble latency,
    OptionalDouble answered,
    OptionalDouble joinShare,
    OptionalDouble bytesPerSec,
    OptionalDouble joiningNodeCpu,
    double takenOver) {}
