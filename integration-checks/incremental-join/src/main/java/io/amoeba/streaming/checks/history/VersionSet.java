package io.amoeba.streaming.checks.history;

import java.util.BitSet;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The versions of one key that a read returned: positive numbers. Immutable. */
public final class VersionSet {
  public static final VersionSet EMPTY = new VersionSet(new BitSet());

  private final BitSet versions;

  private VersionSet(BitSet versions) {
    this.versions = versions;
  }

  public static VersionSet of(Collection<Integer> versions) {
    BitSet bits = new BitSet();
    versions.forEach(bits::set);
    return new VersionSet(bits);
  }

  public static VersionSet of(int... versions) {
    return of(IntStream.of(versions).boxed().toList());
  }

  public boolean contains(int version) {
    return versions.get(version);
  }

  public IntStream stream() {
    return versions.stream();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionSet set && versions.equals(set.versions);
  }

  @Override
  public int hashCode() {
    return versions.hashCode();
  }

  @Override
  public String toString() {
    return stream().mapToObj(Integer::toString).collect(Collectors.joining(",", "{", "}"));
  }
}
