package io.amoeba.streaming.protocol.join;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** The switched tokens whose losing replicas still take writes, each switch with its own wait. */
final class SettlingTokens {

  private record Switch(SortedSet<Long> tokens, long epoch, OptionalLong acknowledgedAtMillis) {}

  private List<Switch> switches = new ArrayList<>();

  void add(SortedSet<Long> tokens, long epoch) {
    if (!tokens.isEmpty()) {
      switches.add(new Switch(tokens, epoch, OptionalLong.empty()));
    }
  }

  /** Notes who has acknowledged what; returns the tokens that must settle on. */
  SortedSet<Long> observe(RollCall roll, long nowMillis, long marginMillis) {
    List<Switch> observed = new ArrayList<>();
    SortedSet<Long> unsettled = new TreeSet<>();
    long waitMillis = roll.longestTimeoutMillis() + marginMillis;
    for (Switch one : switches) {
      OptionalLong at = one.acknowledgedAtMillis();
      if (at.isEmpty() && roll.allAcknowledge(one.epoch())) {
        at = OptionalLong.of(nowMillis);
      }
      observed.add(new Switch(one.tokens(), one.epoch(), at));
      if (at.isEmpty() || nowMillis - at.getAsLong() < waitMillis) {
        unsettled.addAll(one.tokens());
      }
    }
    switches = observed;
    return unsettled;
  }

  /** Forgets the settled ones, once the announcement without them is on its way. */
  void keepOnly(SortedSet<Long> unsettled) {
    switches.removeIf(one -> !unsettled.containsAll(one.tokens()));
  }

  /** All begin to wait again, for acknowledgements of this epoch. */
  void renew(long epoch) {
    SortedSet<Long> all = new TreeSet<>();
    switches.forEach(one -> all.addAll(one.tokens()));
    switches.clear();
    add(all, epoch);
  }

  /** The epoch that some member may not have acknowledged yet; 0 if there is none. */
  long unacknowledgedEpoch() {
    return switches.stream()
        .filter(one -> one.acknowledgedAtMillis().isEmpty())
        .mapToLong(Switch::epoch)
        .max()
        .orElse(0);
  }
}
