package io.amoeba.streaming.protocol.member;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.PlanId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Every join that this member follows, by the joining node's host id: its address may change while
 * it joins, and may be another host's later. Changes are confined to the gossip stage; any thread
 * may look.
 */
public final class FollowedJoins {

  /** Hosts of which others say that they were removed; a cluster has few aborted joins. */
  static final int MOST_HEARSAY = 128;

  /** More than a cluster has; each one takes a file. */
  private static final int MOST_HOSTS = 4_096;

  private final Map<UUID, JoinFollower> followers = new ConcurrentHashMap<>();
  private final Function<UUID, JoinFollower> fresh;

  /**
   * @param fresh a follower of a host that was never heard of
   */
  public FollowedJoins(Function<UUID, JoinFollower> fresh) {
    this.fresh = fresh;
  }

  /** One that this member has followed before its last start. */
  public void add(UUID host, JoinFollower follower) {
    followers.put(host, follower);
  }

  /** An announcement from gossip, new or not, of the host that gossips from this address. */
  public ApplyResult apply(UUID host, String from, Announcement next) {
    if (!PlanId.isOf(host, next.plan())) {
      return new ApplyResult.Ignored("plan " + next.plan() + " is none of host " + host);
    }
    if (!followers.containsKey(host) && followers.size() >= MOST_HOSTS) {
      return new ApplyResult.Refused("more hosts have joined than a cluster has");
    }
    List<Map.Entry<UUID, JoinFollower>> others = othersAt(from, host);
    for (Map.Entry<UUID, JoinFollower> other : others) {
      if (other.getValue().held().isBound()) {
        return new ApplyResult.Ignored(
            "%s is the address of host %s, which may serve tokens of its join: start that one at another address, or remove it"
                .formatted(from, other.getKey()));
      }
    }
    JoinFollower follower = follower(host);
    if (follower.held().apply(from, next) instanceof ApplyResult.Applied
        && follower.objection(from, next).isEmpty()) {
      others.forEach(other -> other.getValue().displaced());
    }
    return follower.apply(from, next);
  }

  private List<Map.Entry<UUID, JoinFollower>> othersAt(String endpoint, UUID host) {
    return followers.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(host))
        .filter(entry -> entry.getValue().held().endpoint().equals(endpoint))
        .toList();
  }

  /**
   * Another member says that a plan is void, also one that this member has not heard of: its old
   * announcements may be to come. Returns whether that is news. Whoever says so of ever more hosts
   * or plans is not listened to: each one is kept, on disk and in gossip.
   */
  public boolean planVoid(UUID host, UUID plan) {
    return PlanId.isOf(host, plan)
        && (followers.containsKey(host) || hearsay() < MOST_HEARSAY)
        && follower(host).planVoid(plan);
  }

  private long hearsay() {
    return followers.values().stream().filter(follower -> follower.held().isVoid()).count();
  }

  private JoinFollower follower(UUID host) {
    return followers.computeIfAbsent(host, fresh);
  }

  /** The host's join, if there was ever one. */
  public Optional<JoinFollower> of(UUID host) {
    return Optional.ofNullable(followers.get(host));
  }

  /** The running join at this address. */
  public Optional<JoinFollower> at(String endpoint) {
    return followers.values().stream()
        .filter(follower -> follower.held().endpoint().equals(endpoint))
        .findFirst();
  }

  public void forEach(BiConsumer<UUID, JoinFollower> action) {
    followers.forEach(action);
  }
}
