package io.amoeba.linearroad.input;

/**
 * What a line of input turned out to be: a valid record, or the problem that makes it invalid. Bad
 * lines are values, not exceptions, so that a stream with many of them keeps its speed.
 */
public sealed interface InputLine permits InputRecord, InputProblem {}
