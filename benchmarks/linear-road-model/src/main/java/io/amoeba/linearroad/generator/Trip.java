package io.amoeba.linearroad.generator;

/** Where a vehicle starts and where it exits, in distance units along its direction. */
record Trip(int dir, int from, int exitAt) {}
