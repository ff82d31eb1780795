package io.amoeba.coordinator.members;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.members.MemberDifference.Effect;
import io.amoeba.coordinator.members.MemberDifference.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a server with the primaries that it joins, beside their keys. What primaries do not
 * agree about themselves is expected of nobody. Immutable.
 */
public final class MemberComparison {

  private final MemberTraits member;
  private final List<MemberTraits> primaries;
  private final List<MemberDifference> differences = new ArrayList<>();

  private MemberComparison(MemberTraits member, List<MemberTraits> primaries) {
    this.member = member;
    this.primaries = primaries;
  }

  /** What is wrong with a server that is to get hash slots, to which libraries are copied. */
  public static List<MemberDifference> beforeHashSlots(
      MemberTraits member, List<MemberTraits> primaries) {
    MemberComparison comparison = new MemberComparison(member, primaries).compared();
    comparison.differences.addAll(Libraries.conflicts(member, primaries));
    return comparison.sorted();
  }

  /** What is wrong with a server that is to copy a primary, which brings its libraries. */
  public static List<MemberDifference> beforeReplication(
      MemberTraits member, List<MemberTraits> primaries) {
    return new MemberComparison(member, primaries).compared().sorted();
  }

  /** The differences by which requests to a server would fail. */
  public static List<Problem> breaking(String server, List<MemberDifference> differences) {
    return differences.stream()
        .filter(difference -> difference.effect() == Effect.BREAKS)
        .map(difference -> difference.of(server))
        .toList();
  }

  private List<MemberDifference> sorted() {
    return differences.stream()
        .distinct()
        .sorted((a, b) -> b.effect().compareTo(a.effect()))
        .toList();
  }

  private MemberComparison compared() {
    version();
    modules();
    users();
    settings();
    return this;
  }

  private void add(Effect effect, Subject subject, String text, String remedy) {
    differences.add(new MemberDifference(effect, subject, text, remedy));
  }

  /** Older servers do not read what newer ones dump. */
  private void version() {
    Optional<ServerVersion> own = ServerVersion.of(member.info());
    for (MemberTraits primary : primaries) {
      Optional<ServerVersion> other = ServerVersion.of(primary.info());
      if (own.isEmpty() || other.isEmpty()) {
        continue;
      }
      if (own.get().valkey() != other.get().valkey()) {
        add(
            Effect.SURPRISES,
            Subject.VERSION,
            "it is %s, and primaries are %s".formatted(own.get().text(), other.get().text()),
            "Use one kind of server.");
      } else if (own.get().line().compareTo(other.get().line()) < 0) {
        add(
            Effect.BREAKS,
            Subject.VERSION,
            "it is %s, and primaries are %s: it cannot read their keys"
                .formatted(own.get().text(), other.get().text()),
            "Update it first.");
      }
    }
  }

  private void modules() {
    if (member.modules().isEmpty() || primaries.stream().allMatch(p -> p.modules().isEmpty())) {
      add(
          Effect.UNKNOWN,
          Subject.MODULES,
          "modules are unreadable: INFO is refused",
          "Let the coordinator's user say +info on every server.");
      return;
    }
    Map<String, Integer> own = member.modules().get();
    agreed(MemberTraits::modules, Map::keySet)
        .forEach(
            module -> {
              int needed =
                  primaries.stream()
                      .flatMap(primary -> primary.modules().stream())
                      .mapToInt(modules -> modules.getOrDefault(module, 0))
                      .max()
                      .orElse(0);
              int version = own.getOrDefault(module, -1);
              if (version < 0) {
                add(
                    Effect.BREAKS,
                    Subject.MODULES,
                    "the module %s is not loaded: its commands fail, and its keys cannot come"
                        .formatted(module),
                    "Load it (loadmodule in its configuration).");
              } else if (version != needed) {
                add(
                    version < needed ? Effect.BREAKS : Effect.SURPRISES,
                    Subject.MODULES,
                    "the module %s has version %d, and %d on primaries"
                        .formatted(module, version, needed),
                    "Load the same version.");
              }
            });
  }

  private void users() {
    if (member.users().isEmpty() || primaries.stream().allMatch(p -> p.users().isEmpty())) {
      add(
          Effect.UNKNOWN,
          Subject.USERS,
          "ACL users are unreadable: ACL LIST is refused",
          "Let the coordinator's user say +acl|list on every server, or compare them yourself.");
      return;
    }
    Map<String, String> own = member.users().get();
    Set<String> missing = new TreeSet<>();
    Set<String> other = new TreeSet<>();
    for (String user : agreed(MemberTraits::users, Map::keySet)) {
      if (!own.containsKey(user)) {
        missing.add(user);
        continue;
      }
      Set<String> rules =
          told(MemberTraits::users)
              .map(users -> Objects.toString(users.get(user), ""))
              .collect(Collectors.toSet());
      if (isSameLine() && rules.size() == 1 && !rules.contains(own.get(user))) {
        other.add(user);
      }
    }
    if (!missing.isEmpty()) {
      add(
          Effect.BREAKS,
          Subject.USERS,
          "it has no ACL user %s: who logs in so is refused".formatted(names(missing)),
          "Give it the users of the primaries (ACL SETUSER, or its aclfile and ACL LOAD).");
    }
    if (!other.isEmpty()) {
      add(
          Effect.BREAKS,
          Subject.USERS,
          "the ACL user %s has other rules or passwords than on the primaries"
              .formatted(names(other)),
          "Give it the users of the primaries (ACL SETUSER, or its aclfile and ACL LOAD).");
    }
    Set<String> more = new TreeSet<>(own.keySet());
    told(MemberTraits::users).forEach(users -> more.removeAll(users.keySet()));
    if (!more.isEmpty()) {
      add(
          Effect.SURPRISES,
          Subject.USERS,
          "it has the ACL user %s, and no primary has".formatted(names(more)),
          "ACL DELUSER it, unless it is intended.");
    }
  }

  /** Servers of other lines write the same rules in another way. */
  private boolean isSameLine() {
    return primaries.stream()
        .allMatch(
            primary ->
                ServerVersion.of(primary.info())
                    .map(ServerVersion::line)
                    .equals(ServerVersion.of(member.info()).map(ServerVersion::line)));
  }

  private static String names(Set<String> names) {
    return "'" + String.join("', '", names) + "'";
  }

  private void settings() {
    differences.addAll(SettingRule.memory(member, common("maxmemory"), common("maxmemory-policy")));
    if (member.settings().isEmpty() || primaries.stream().allMatch(p -> p.settings().isEmpty())) {
      add(
          Effect.UNKNOWN,
          Subject.SETTINGS,
          "settings are unreadable: CONFIG GET is refused",
          "Let the coordinator's user say +config|get on every server, or compare them yourself.");
      return;
    }
    for (SettingRule rule : SettingRule.ALL) {
      Optional<String> own = member.setting(rule.name());
      Optional<String> common = common(rule.name());
      if (own.isPresent() && common.isPresent()) {
        rule.check(own.get(), common.get()).ifPresent(differences::add);
      }
    }
    persistence();
  }

  private void persistence() {
    boolean allKeep = primaries.stream().allMatch(MemberComparison::keeps);
    boolean allAppend =
        primaries.stream().allMatch(p -> p.setting("appendonly").filter("yes"::equals).isPresent());
    if (allKeep && !keeps(member) && member.setting("appendonly").isPresent()) {
      add(
          Effect.BREAKS,
          Subject.SETTINGS,
          "it has neither append-only file nor snapshots, and primaries have: its keys are lost when it starts again",
          "CONFIG SET appendonly yes, or save, as on the primaries.");
    } else if (allAppend && member.setting("appendonly").filter("no"::equals).isPresent()) {
      add(
          Effect.SURPRISES,
          Subject.SETTINGS,
          "it has no append-only file, and primaries have: more writes are lost when it fails",
          "CONFIG SET appendonly yes.");
    }
  }

  private static boolean keeps(MemberTraits server) {
    return server.setting("appendonly").filter("yes"::equals).isPresent()
        || server.setting("save").filter(points -> !points.isEmpty()).isPresent();
  }

  /** What all primaries that tell have. */
  private Optional<String> common(String setting) {
    Set<String> values = new HashSet<>();
    primaries.forEach(primary -> primary.setting(setting).ifPresent(values::add));
    return values.size() == 1 ? Optional.of(values.iterator().next()) : Optional.empty();
  }

  private <T> Stream<T> told(Function<MemberTraits, Optional<T>> what) {
    return primaries.stream().flatMap(primary -> what.apply(primary).stream());
  }

  /** Names that all primaries that tell have. */
  private <T> Set<String> agreed(
      Function<MemberTraits, Optional<T>> what, Function<T, Set<String>> names) {
    Map<String, Integer> counts = new TreeMap<>();
    List<T> all = told(what).toList();
    all.forEach(one -> names.apply(one).forEach(name -> counts.merge(name, 1, Integer::sum)));
    counts.values().removeIf(count -> count < all.size());
    return counts.keySet();
  }
}
