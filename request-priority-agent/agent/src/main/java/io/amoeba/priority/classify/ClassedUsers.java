package io.amoeba.priority.classify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The users of a node, of which at most a number is known, and the rules that their entitlements
 * follow from. Safe for concurrent use; event loops take no lock here.
 */
public final class ClassedUsers {

  /** Each takes less than a kilobyte. */
  static final int MOST_USERS = 10_000;

  /** As Cassandra calls it. */
  private static final String ANONYMOUS = "anonymous";

  private final int most;
  private final ConcurrentHashMap<String, ClassedUser> users = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<ClassedUser> arrived = new ConcurrentLinkedQueue<>();

  /** All clients of a node without authentication. */
  private final ClassedUser anonymous = new ClassedUser(ANONYMOUS);

  /** Stands in where there is no room; a connection looks again at its next request. */
  private final ClassedUser unlisted = new ClassedUser("(others)");

  private volatile ClassRules rules;
  private volatile Runnable arrival = () -> {};

  public ClassedUsers(ClassRules rules) {
    this(rules, MOST_USERS);
  }

  ClassedUsers(ClassRules rules, int most) {
    this.rules = rules;
    this.most = most;
    unlisted.goes();
    anonymous.resolve(new GrantedRoles(Set.of(), false));
    anonymous.entitle(rules.anonymous());
  }

  public ClassRules rules() {
    return rules;
  }

  /** Other rules from now on, for open connections, too. */
  public synchronized void setRules(ClassRules changed) {
    rules = changed;
    anonymous.entitle(changed.anonymous());
    for (ClassedUser user : users.values()) {
      GrantedRoles roles = user.roles();
      if (roles != null) {
        entitle(user, roles);
      }
    }
  }

  /** Users that have sent requests; when there is no room for more, without idle ones. */
  public List<ClassedUser> listed() {
    List<ClassedUser> listed = new ArrayList<>(users.values());
    if (anonymous.requests() > 0) {
      listed.add(anonymous);
    }
    return listed;
  }

  /** Listed users whose roles have not been read yet. */
  public long unresolved() {
    return users.values().stream().filter(user -> user.roles() == null).count();
  }

  /** Requests of users for which there was no room: they were normal at most. */
  public long unlistedRequests() {
    return unlisted.requests();
  }

  /** Calls this when there is a user to resolve; on event loops, so it must not block. */
  void onArrival(Runnable calls) {
    arrival = calls;
  }

  ClassedUser anonymous() {
    return anonymous;
  }

  /** On an event loop: the user's roles may not be known yet. */
  ClassedUser of(String name) {
    ClassedUser known = users.get(name);
    if (known != null) {
      return known;
    }
    if (users.mappingCount() >= most) {
      return unlisted;
    }
    ClassedUser created = new ClassedUser(name);
    ClassedUser other = users.putIfAbsent(name, created);
    if (other != null) {
      return other;
    }
    arrived.add(created);
    arrival.run();
    return created;
  }

  /** One that has sent requests. */
  @Nullable ClassedUser find(String name) {
    return users.get(name);
  }

  /** The next one that has sent its first request. */
  @Nullable ClassedUser nextArrived() {
    return arrived.poll();
  }

  Collection<ClassedUser> all() {
    return users.values();
  }

  /** Whether room for others is about to end. */
  boolean isNearlyFull() {
    return users.mappingCount() >= most - most / 10;
  }

  void remove(ClassedUser user) {
    user.goes();
    users.remove(user.name(), user);
  }

  synchronized void resolve(ClassedUser user, GrantedRoles roles) {
    user.resolve(roles);
    entitle(user, roles);
  }

  private void entitle(ClassedUser user, GrantedRoles roles) {
    user.entitle(rules.of(roles));
  }
}
