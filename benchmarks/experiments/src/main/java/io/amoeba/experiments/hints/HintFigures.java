package io.amoeba.experiments.hints;

/**
 * What the move of the reads cost, and what warm caches cost before it. Rates are 0 … 1; NaN is
 * what cannot be told, for example because no read hints were sent. Immutable.
 *
 * @param opsBefore operations per second before the move
 * @param opsAfterFirst10s in the first ten seconds after it
 * @param opsLast in the last quarter of the measurement
 * @param missBefore miss rate of the chunk cache of the node that served
 * @param missAfterFirst10s that of the node that took over
 * @param missLast that of the same in the last quarter of the measurement
 * @param recoverySeconds from the move until throughput is back; if {@code recovered} is false,
 *     until the end of the measurement
 * @param p99MillisBefore mean of the seconds' 99th percentiles
 * @param servingMillisPerOperation processor time of the node that served, before
 * @param receiverCpus processors that the node that took over used, before
 * @param receiverReadsPerSecond its reads of the disk, before
 * @param summarisedShort reads that needed no hint of their own with batches every 90 ms
 * @param summarisedLong the same with batches every second
 * @param hintsDropped on both nodes, since their start, not by the fraction
 */
record HintFigures(
    double opsBefore,
    double opsAfterFirst10s,
    double opsLast,
    double missBefore,
    double missAfterFirst10s,
    double missLast,
    double recoverySeconds,
    boolean recovered,
    double meanMillisBefore,
    double meanMillisAfterFirst10s,
    double p99MillisBefore,
    double p99MillisAfterFirst10s,
    double servingMillisPerOperation,
    double receiverCpus,
    double receiverReadsPerSecond,
    double receiverMebibytesPerSecond,
    double bytesPerHint,
    double summarisedShort,
    double summarisedLong,
    long hintsDropped,
    long failedOps) {}
