package io.amoeba.streaming.protocol.join;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is asked first when the least loaded are: those with the least data; of nodes with about as
 * much, those with the fewest pending compactions. Immutable.
 */
public final class SenderRanks {

  /** Nodes count as equally loaded up to so much more than the least loaded of them. */
  private static final double SIMILAR = 1.1;

  private static final Comparator<Member> BY_LOAD =
      Comparator.comparingDouble(Member::load).thenComparing(Member::endpoint);
  private static final Comparator<Member> BY_COMPACTIONS =
      Comparator.comparingInt(Member::pendingCompactions).thenComparing(BY_LOAD);

  private final Map<String, Integer> ranks = new HashMap<>();

  private SenderRanks() {}

  public static SenderRanks of(Collection<Member> members) {
    SenderRanks ranks = new SenderRanks();
    List<Member> ascending = members.stream().sorted(BY_LOAD).toList();
    int begin = 0;
    for (int i = 1; i <= ascending.size(); i++) {
      if (i == ascending.size()
          || ascending.get(i).load() > SIMILAR * ascending.get(begin).load()) {
        ascending.subList(begin, i).stream()
            .sorted(BY_COMPACTIONS)
            .forEach(member -> ranks.ranks.put(member.endpoint(), ranks.ranks.size() + 1));
        begin = i;
      }
    }
    return ranks;
  }

  /** From 1; 0 of one that is unknown, as of a token that brings nothing. */
  public int of(String sender) {
    return ranks.getOrDefault(sender, 0);
  }
}
