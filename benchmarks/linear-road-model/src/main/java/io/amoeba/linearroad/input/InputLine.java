package io.amoeba.linearroad.input;

/**
 * A line of input: a valid record, or its problem. Bad lines are values, not exceptions, so that a
 * stream with many of them keeps its speed.
 */
public sealed interface InputLine permits InputRecord, InputProblem {}
