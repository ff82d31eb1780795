package io.amoeba.experiments.hints;

import java.time.Duration;

/**
 * How the cost of capturing is measured: on one warm node it is switched off and on in turn.
 * Immutable.
 *
 * @param pairs how often it is on, each time between two times off; 0 measures nothing
 * @param phase how long it stays as it is
 */
public record CaptureTurns(int pairs, Duration phase) {}
