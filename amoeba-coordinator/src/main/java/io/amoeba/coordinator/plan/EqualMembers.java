package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.members.MemberComparison;
import io.amoeba.coordinator.members.MemberDifference;
import io.amoeba.coordinator.members.MemberFit;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether members without hash slots hold what the others hold beside keys, as when they were last
 * asked. Whoever carries a plan out asks again. Stateless.
 */
public final class EqualMembers {

  private EqualMembers() {}

  /** Why hash slots may not go to a member; none if it was not asked. */
  public static List<Problem> problems(Primary member) {
    return member
        .fit()
        .map(fit -> MemberComparison.breaking(address(member), fit.forHashSlots()))
        .orElse(List.of());
  }

  /** Why a member may not take the place of a primary; none if it was not asked. */
  public static List<Problem> problemsOfReplica(Primary member) {
    return member
        .fit()
        .map(fit -> MemberComparison.breaking(address(member), fit.asReplica()))
        .orElse(List.of());
  }

  private static String address(Primary member) {
    return member.address().toString();
  }

  /** The check; empty if nothing goes to members without hash slots. */
  static Optional<PlanCheck> check(PlanAction action, ClusterSnapshot snapshot) {
    Set<String> takers = action.transfers().stream().map(Transfer::to).collect(Collectors.toSet());
    List<Primary> members =
        snapshot.emptyPrimaries().stream()
            .filter(member -> takers.contains(member.id()) || takers.contains(address(member)))
            .toList();
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(found(members, action.transfers().stream().anyMatch(Transfer::whole)));
  }

  private static PlanCheck found(List<Primary> members, boolean replicas) {
    List<String> different = new ArrayList<>();
    boolean unknown = false;
    boolean breaks = false;
    for (Primary member : members) {
      Optional<MemberFit> fit = member.fit();
      if (fit.isEmpty()) {
        unknown = true;
        different.add(address(member) + ": was not asked, or does not answer.");
        continue;
      }
      List<MemberDifference> differences =
          replicas ? fit.get().asReplica() : fit.get().forHashSlots();
      differences.forEach(found -> different.add(found.of(address(member)).message()));
      unknown |= MemberFit.isUnknown(differences);
      breaks |= MemberFit.breaks(differences);
    }
    String text =
        different.isEmpty()
            ? "new servers hold what primaries hold beside keys (%d compared)"
                .formatted(members.size())
            : String.join(" ", different);
    if (breaks) {
      return PlanCheck.of(PlanCheck.Subject.MEMBERS, false, text);
    }
    return unknown
        ? PlanCheck.unknown(PlanCheck.Subject.MEMBERS, text)
        : PlanCheck.of(PlanCheck.Subject.MEMBERS, true, text);
  }
}
