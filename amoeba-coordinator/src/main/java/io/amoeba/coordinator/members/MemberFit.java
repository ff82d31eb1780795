package io.amoeba.coordinator.members;

import io.amoeba.coordinator.members.MemberDifference.Effect;
import java.util.List;

/**
 * How a member without hash slots compares with the primaries that own some. Immutable.
 *
 * @param forHashSlots before hash slots go to it
 * @param asReplica before it copies a primary, to take its place
 */
public record MemberFit(List<MemberDifference> forHashSlots, List<MemberDifference> asReplica) {

  public MemberFit {
    forHashSlots = List.copyOf(forHashSlots);
    asReplica = List.copyOf(asReplica);
  }

  /** Compares. */
  public static MemberFit of(MemberTraits member, List<MemberTraits> primaries) {
    return new MemberFit(
        MemberComparison.beforeHashSlots(member, primaries),
        MemberComparison.beforeReplication(member, primaries));
  }

  /** Whether jobs would fail by a difference. */
  public static boolean breaks(List<MemberDifference> differences) {
    return differences.stream().anyMatch(difference -> difference.effect() == Effect.BREAKS);
  }

  /** Whether something is not told. */
  public static boolean isUnknown(List<MemberDifference> differences) {
    return differences.stream().anyMatch(difference -> difference.effect() == Effect.UNKNOWN);
  }
}
