package io.amoeba.coordinator.members;

import io.amoeba.coordinator.members.MemberDifference.Effect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What another value of a setting does. Settings that only choose how a server stores small values
 * ({@code hash-max-listpack-entries} and their like) have no rule: answers are the same, and
 * MIGRATE carries values, not their encoding. Immutable. Source: the annotated redis.conf.
 *
 * @param judge by the member's value and the primaries'
 * @param consequence of a difference
 * @param live whether CONFIG SET changes it
 */
record SettingRule(String name, Judge judge, String consequence, boolean live) {

  /** Empty: the difference does not matter. */
  @FunctionalInterface
  interface Judge {
    Optional<Effect> judge(String own, String common);
  }

  /** Of {@code notify-keyspace-events}: what {@code A} stands for. */
  private static final String ALL_EVENTS = "g$lshzxetd";

  private static final int MUCH_SMALLER = 2;

  static final List<SettingRule> ALL =
      List.of(
          new SettingRule(
              "notify-keyspace-events",
              SettingRule::events,
              "subscribers to keyspace events receive fewer, or other, events",
              true),
          new SettingRule(
              "cluster-databases",
              smaller(Effect.BREAKS),
              "SELECT fails for the databases that it lacks",
              false),
          new SettingRule(
              "proto-max-bulk-len", smaller(Effect.BREAKS), "larger values are refused", true),
          new SettingRule(
              "client-query-buffer-limit",
              smaller(Effect.SURPRISES),
              "connections with larger requests are closed",
              true),
          new SettingRule(
              "maxclients", smaller(Effect.SURPRISES), "it takes fewer connections", true),
          new SettingRule(
              "timeout",
              (own, common) -> own.equals("0") ? Optional.empty() : smaller(own, common),
              "idle connections are closed earlier",
              true),
          new SettingRule("tls-cluster", differing(Effect.BREAKS), "no cluster bus", true),
          new SettingRule(
              "tls-port", SettingRule::closed, "clients that use TLS cannot reach it", true),
          new SettingRule(
              "port", SettingRule::closed, "clients that use no TLS cannot reach it", true),
          surprising("appendfsync", "another number of writes is lost with the machine"),
          surprising("lazyfree-lazy-eviction", "other requests wait for memory to be freed"),
          surprising("lazyfree-lazy-expire", "other requests wait for memory to be freed"),
          surprising("lazyfree-lazy-server-del", "other requests wait for memory to be freed"),
          surprising("lazyfree-lazy-user-del", "other requests wait for memory to be freed"),
          surprising("lazyfree-lazy-user-flush", "other requests wait for memory to be freed"),
          surprising("cluster-node-timeout", "it sees failures earlier or later"),
          surprising(
              "cluster-require-full-coverage", "it behaves in another way while hash slots lack"),
          surprising(
              "cluster-allow-reads-when-down", "it behaves in another way while hash slots lack"),
          surprising(
              "cluster-allow-pubsubshard-when-down",
              "it behaves in another way while hash slots lack"),
          surprising(
              "cluster-preferred-endpoint-type", "clients are sent to it by another kind of name"));

  private static SettingRule surprising(String name, String consequence) {
    return new SettingRule(name, differing(Effect.SURPRISES), consequence, true);
  }

  private static Judge differing(Effect effect) {
    return (own, common) -> own.equals(common) ? Optional.empty() : Optional.of(effect);
  }

  private static Judge smaller(Effect effect) {
    return (own, common) -> smaller(own, common).map(any -> effect);
  }

  /** A value of 0 is no limit. */
  private static Optional<Effect> smaller(String own, String common) {
    long mine = number(own);
    long theirs = number(common);
    return mine < theirs || (theirs == 0 && mine > 0)
        ? Optional.of(Effect.SURPRISES)
        : Optional.empty();
  }

  private static Optional<Effect> closed(String own, String common) {
    return own.equals("0") && !common.equals("0") ? Optional.of(Effect.BREAKS) : Optional.empty();
  }

  private static Optional<Effect> events(String own, String common) {
    if (own.equals(common)) {
      return Optional.empty();
    }
    Set<Integer> missing = events(common);
    missing.removeAll(events(own));
    return Optional.of(missing.isEmpty() ? Effect.SURPRISES : Effect.BREAKS);
  }

  private static Set<Integer> events(String flags) {
    Set<Integer> events = new HashSet<>();
    flags.replace("A", ALL_EVENTS).chars().forEach(events::add);
    return events;
  }

  /**
   * Bounds and what becomes of keys at them. Without a bound the policy does nothing.
   *
   * @param policies the member's, and the primaries'
   */
  static List<MemberDifference> memory(
      MemberTraits member, Optional<String> common, Optional<String> commonPolicy) {
    List<MemberDifference> differences = new ArrayList<>();
    Optional<String> own = member.setting("maxmemory");
    Optional<String> policy = member.setting("maxmemory-policy");
    long bound = own.map(SettingRule::number).orElse(0L);
    long theirs = common.map(SettingRule::number).orElse(0L);
    if (policy.isPresent() && commonPolicy.isPresent() && !policy.equals(commonPolicy)) {
      differences.add(
          differs(
              "maxmemory-policy",
              policy.get(),
              commonPolicy.get(),
              bound > 0 || theirs > 0 ? Effect.BREAKS : Effect.SURPRISES,
              "keys are evicted, or writes refused, where others do not",
              true));
    }
    if (own.isPresent()
        && common.isPresent()
        && bound > 0
        && (theirs == 0 || bound < theirs / MUCH_SMALLER)) {
      differences.add(
          differs(
              "maxmemory",
              own.get(),
              common.get(),
              Effect.SURPRISES,
              "it is full much earlier",
              true));
    }
    return differences;
  }

  /** What this rule finds. */
  Optional<MemberDifference> check(String own, String common) {
    return judge
        .judge(own, common)
        .map(effect -> differs(name, own, common, effect, consequence, live));
  }

  private static MemberDifference differs(
      String name, String own, String common, Effect effect, String consequence, boolean live) {
    return new MemberDifference(
        effect,
        MemberDifference.Subject.SETTINGS,
        "%s is '%s', and '%s' on the primaries: %s".formatted(name, own, common, consequence),
        live
            ? "CONFIG SET %s '%s' there, and write it into its configuration."
                .formatted(name, common)
            : "Set %s %s in its configuration, and start it again.".formatted(name, common));
  }

  private static long number(String value) {
    return value.matches("\\d{1,18}") ? Long.parseLong(value) : Long.MAX_VALUE;
  }
}
