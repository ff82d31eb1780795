package io.amoeba.partitioner.placement.protocol;

import java.util.List;

/** A report that breaks rules of the protocol: each one that it breaks, for its sender to read. */
public final class MalformedReportException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  MalformedReportException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every broken rule, with the field, its value and the values that there may be. */
  public List<String> problems() {
    return problems;
  }
}
