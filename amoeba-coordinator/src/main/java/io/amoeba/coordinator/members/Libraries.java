package io.amoeba.coordinator.members;

import io.amoeba.coordinator.members.MemberDifference.Effect;
import io.amoeba.coordinator.members.MemberDifference.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Libraries of functions that servers of one cluster should have in common: any of them may be
 * asked to call a function of any library. Pure functions.
 */
public final class Libraries {

  private static final String RIGHTS =
      "Let the coordinator's user say +function|list +function|load on every server.";

  private Libraries() {}

  /** Those of primaries that a server lacks, as far as they are told, by name. */
  public static List<FunctionLibrary> missing(MemberTraits member, List<MemberTraits> primaries) {
    Map<String, FunctionLibrary> missing = new TreeMap<>();
    primaries.forEach(primary -> primary.libraries().ifPresent(missing::putAll));
    member.libraries().ifPresent(own -> missing.keySet().removeAll(own.keySet()));
    return List.copyOf(missing.values());
  }

  /** Why libraries cannot be made the same, or whether that is unknown. */
  public static List<MemberDifference> conflicts(
      MemberTraits member, List<MemberTraits> primaries) {
    List<MemberDifference> conflicts = new ArrayList<>();
    Map<String, FunctionLibrary> expected = new HashMap<>();
    Set<String> ambiguous = new TreeSet<>();
    for (MemberTraits primary : primaries) {
      untold(primary).ifPresent(conflicts::add);
      for (FunctionLibrary library : primary.libraries().map(Map::values).orElse(List.of())) {
        FunctionLibrary other = expected.putIfAbsent(library.name(), library);
        if (other != null && !other.equals(library)) {
          ambiguous.add(library.name());
        }
      }
    }
    for (String name : ambiguous) {
      conflicts.add(
          new MemberDifference(
              Effect.BREAKS,
              Subject.LIBRARIES,
              "primaries hold different function libraries '%s'".formatted(name),
              "FUNCTION LOAD REPLACE the right one on each primary."));
    }
    if (member.libraries().isEmpty() && !expected.isEmpty()) {
      untold(member).ifPresent(conflicts::add);
    }
    for (FunctionLibrary own : member.libraries().map(Map::values).orElse(List.of())) {
      FunctionLibrary wanted = expected.get(own.name());
      if (wanted != null && !wanted.equals(own) && !ambiguous.contains(own.name())) {
        conflicts.add(
            new MemberDifference(
                Effect.BREAKS,
                Subject.LIBRARIES,
                "its function library '%s' is another one than that of the primaries"
                    .formatted(own.name()),
                "FUNCTION DELETE it there, or FUNCTION LOAD REPLACE that of the primaries."));
      }
    }
    return conflicts;
  }

  private static Optional<MemberDifference> untold(MemberTraits server) {
    if (server.libraries().isPresent()) {
      return Optional.empty();
    }
    OptionalInt count = MemberTraits.libraryCount(server.info());
    return Optional.of(
        count.isPresent()
            ? new MemberDifference(
                Effect.BREAKS,
                Subject.LIBRARIES,
                "%s holds %d function libraries, and FUNCTION LIST is refused"
                    .formatted(server.address(), count.getAsInt()),
                RIGHTS)
            : new MemberDifference(
                Effect.UNKNOWN,
                Subject.LIBRARIES,
                "function libraries of %s are unreadable: INFO and FUNCTION LIST are refused"
                    .formatted(server.address()),
                RIGHTS));
  }
}
