package io.amoeba.coordinator.members;

/**
 * A library of Redis functions. Immutable. Source: Redis command reference, FUNCTION LIST.
 *
 * @param code its source, from which the server makes the same library; each character is a byte
 */
public record FunctionLibrary(String name, String code) {

  /** Without the code, which may hold secrets. */
  @Override
  public String toString() {
    return name;
  }
}
