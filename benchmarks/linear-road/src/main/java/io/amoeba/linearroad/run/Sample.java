package io.amoeba.linearroad.run;

/**
 * What was known at one moment. Immutable.
 *
 * @param epochMillis wall clock
 * @param simulatedSecond up to which everything is answered; -1: nothing yet
 * @param positionReports that are answered
 * @param localRequests to Redis since the job began
 * @param remoteRequests likewise
 * @param fresh whether the numbers of requests are as young as the sample
 */
public record Sample(
    long epochMillis,
    int simulatedSecond,
    long positionReports,
    long localRequests,
    long remoteRequests,
    boolean fresh) {}
