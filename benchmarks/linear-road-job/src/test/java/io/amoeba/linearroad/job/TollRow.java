package io.amoeba.linearroad.job;

/** A row of the toll history. */
record TollRow(int vid, int day, int xway, int toll) {}
