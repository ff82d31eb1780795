package io.amoeba.linearroad.generator;

/** Start and exit of a vehicle, as distances of {@link Road}. */
record Trip(int dir, int from, int exitAt) {}
