package io.amoeba.coordinator.yaml;

/** One error: the key, what it is, what it may be, and what to do. Immutable. */
public record ConfigProblem(String key, String value, String allowed, String remedy) {

  @Override
  public String toString() {
    return key + " is " + value + ": must be " + allowed + ". " + remedy;
  }
}
