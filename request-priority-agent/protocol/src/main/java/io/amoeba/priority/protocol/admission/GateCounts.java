package io.amoeba.priority.protocol.admission;

/**
 * What a gate has done since the start. Immutable.
 *
 * @param arrived low requests
 * @param held of them
 * @param aged of the held ones, released beyond the limit
 * @param shed not run: no room, held for too long, or refused by what runs them
 * @param unanswered of those that were shed, because answering failed
 * @param ended runs whose end was reported
 * @param forgotten runs that no longer count although their end was not reported
 */
public record GateCounts(
    long arrived, long held, long aged, long shed, long unanswered, long ended, long forgotten) {}
