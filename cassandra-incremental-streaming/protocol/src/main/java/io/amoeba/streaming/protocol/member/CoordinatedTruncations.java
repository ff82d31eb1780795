package io.amoeba.streaming.protocol.member;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Truncations;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The TRUNCATE statements of one member's clients. Each is noted, on disk, before its client has an
 * answer. An announcement is not acknowledged while a statement is under way that began before the
 * announcement was applied: that statement may not ask the joining node, and other members may
 * execute it late. So who reads an acknowledgement has all such statements in the same state, and
 * every later one asks a joining node that is about to own tokens. Safe for concurrent use.
 */
public final class CoordinatedTruncations {
  /** One statement in progress. */
  public static final class UnderWay {
    private final UUID table;
    private final long beganMillis;

    private UnderWay(UUID table, long beganMillis) {
      this.table = table;
      this.beganMillis = beganMillis;
    }
  }

  private final Consumer<Truncations> disk;
  private final Set<UnderWay> underWay = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<UUID, Set<UnderWay>> earlier = new HashMap<>();
  private final Map<UUID, Acknowledgement> lastSaid = new HashMap<>();
  private Truncations answered;

  /**
   * @param onDisk what the last start left
   * @param disk returns when the disk has it
   */
  public CoordinatedTruncations(Truncations onDisk, Consumer<Truncations> disk) {
    answered = onDisk;
    this.disk = disk;
  }

  /**
   * Before anybody is asked to truncate, and before it is looked up who is to be asked.
   *
   * @param nowMillis since 1970
   */
  public synchronized UnderWay begin(UUID table, long nowMillis) {
    UnderWay begun = new UnderWay(table, nowMillis);
    underWay.add(begun);
    return begun;
  }

  /** Before its client has an answer, whatever that is. */
  public synchronized void end(UnderWay begun) {
    try {
      note(known -> known.with(begun.table, begun.beganMillis));
    } finally {
      underWay.remove(begun);
    }
  }

  /** Changes what is noted, on disk first. */
  public synchronized void note(UnaryOperator<Truncations> change) {
    Truncations next = change.apply(answered);
    if (!next.equals(answered)) {
      disk.accept(next);
      answered = next;
    }
  }

  public synchronized Truncations answered() {
    return answered;
  }

  /** An announcement of a host that joins is in force from here on. */
  public synchronized void applied(UUID joining) {
    earlier.computeIfAbsent(joining, key -> new HashSet<>()).addAll(underWay);
  }

  /**
   * What may be said of a host's plan: {@code now}, or what was said last while a statement from
   * before it is under way. That a plan is void is said at once.
   */
  public synchronized Optional<Acknowledgement> sayable(
      UUID joining, Optional<Acknowledgement> now) {
    Set<UnderWay> waits = earlier.getOrDefault(joining, new HashSet<>());
    waits.retainAll(underWay);
    if (waits.isEmpty() || now.filter(Acknowledgement::voided).isPresent()) {
      earlier.remove(joining);
      now.ifPresentOrElse(said -> lastSaid.put(joining, said), () -> lastSaid.remove(joining));
      return now;
    }
    return Optional.ofNullable(lastSaid.get(joining));
  }
}
