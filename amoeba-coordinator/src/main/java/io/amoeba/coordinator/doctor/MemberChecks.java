package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.members.BusEncryption;
import io.amoeba.coordinator.members.Libraries;
import io.amoeba.coordinator.members.MemberComparison;
import io.amoeba.coordinator.members.MemberDifference;
import io.amoeba.coordinator.members.MemberDifference.Subject;
import io.amoeba.coordinator.members.MemberTraits;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Whether every server holds what primaries hold beside keys: a primary may be asked for any key
 * after moves, a replica takes over, and a member without hash slots may get some. Stateless.
 */
final class MemberChecks {

  private MemberChecks() {}

  /**
   * Compares those that told.
   *
   * @param changing whether this coordinator gives members hash slots or primaries
   */
  static void check(
      boolean changing,
      Map<String, MemberTraits> traits,
      List<RedisNode.Answering> answering,
      Findings findings) {
    Map<String, MemberTraits> owners =
        answering.stream()
            .filter(node -> ownsHashSlots(node) && traits.containsKey(node.address()))
            .collect(
                Collectors.toMap(
                    RedisNode.Answering::address,
                    node -> Objects.requireNonNull(traits.get(node.address()))));
    if (owners.isEmpty()) {
      return;
    }
    for (RedisNode.Answering node : answering) {
      MemberTraits own = traits.get(node.address());
      List<MemberTraits> others =
          owners.entrySet().stream()
              .filter(owner -> !owner.getKey().equals(node.address()))
              .map(Map.Entry::getValue)
              .toList();
      if (own != null && !others.isEmpty()) {
        compare(node, own, others, changing, findings);
      }
    }
    findings.fine(
        Check.REDIS_MEMBERS,
        "Redis",
        "functions, modules, ACL users and settings are the same, as far as servers report them");
  }

  /**
   * Names servers to which no other one could send keys.
   *
   * @param tls whether the coordinator uses TLS
   * @param atomic whether hash slots may migrate atomically
   */
  static void encryption(
      boolean tls, boolean atomic, Map<String, MemberTraits> traits, Findings findings) {
    for (Problem problem : BusEncryption.problems(tls, atomic, List.copyOf(traits.values()))) {
      findings.add(
          Check.REDIS_MEMBERS,
          Severity.ERROR,
          problem.subject(),
          "hash slots cannot move: " + problem.text(),
          problem.remedy());
    }
  }

  private static void compare(
      RedisNode.Answering node,
      MemberTraits own,
      List<MemberTraits> others,
      boolean changing,
      Findings findings) {
    boolean replica = node.myself().filter(self -> !self.isPrimary()).isPresent();
    List<MemberDifference> differences =
        replica
            ? MemberComparison.beforeReplication(own, others)
            : MemberComparison.beforeHashSlots(own, others);
    for (MemberDifference found : differences) {
      // Of servers that are in use redis-version says so.
      boolean said = found.subject() == Subject.VERSION && (replica || ownsHashSlots(node));
      if (!said) {
        add(node, found, changing, findings);
      }
    }
    if (ownsHashSlots(node)) {
      Libraries.missing(own, others)
          .forEach(
              library ->
                  findings.add(
                      Check.REDIS_MEMBERS,
                      Severity.WARNING,
                      node.address(),
                      "lacks the function library '%s', which other primaries have: FCALL fails for its keys"
                          .formatted(library.name()),
                      "FUNCTION LOAD it there."));
    }
  }

  private static void add(
      RedisNode.Answering node, MemberDifference found, boolean changing, Findings findings) {
    switch (found.effect()) {
      case BREAKS ->
          findings.add(
              Check.REDIS_MEMBERS, Severity.WARNING, node.address(), found.text(), found.remedy());
      case SURPRISES ->
          findings.add(
              Check.REDIS_MEMBERS, Severity.NOTE, node.address(), found.text(), found.remedy());
      case UNKNOWN -> {
        if (changing) {
          findings.unknown(Check.REDIS_MEMBERS, node.address(), found.text(), found.remedy());
        }
      }
    }
  }

  private static boolean ownsHashSlots(RedisNode.Answering node) {
    return node.myself().filter(self -> self.isPrimary() && self.hashSlotCount() > 0).isPresent();
  }
}
