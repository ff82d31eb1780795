package io.amoeba.streaming.protocol;

import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** Valid announcements of any size, for tests. */
public final class RandomAnnouncements {

  private RandomAnnouncements() {}

  public static Announcement next(Random random, int tokens) {
    SortedSet<Long> done = new TreeSet<>();
    SortedSet<Long> settling = new TreeSet<>();
    SortedSet<Long> pending = new TreeSet<>();
    SortedSet<Long> confirming = new TreeSet<>();
    for (int i = 0; i < tokens; i++) {
      long token = random.nextLong();
      boolean isDone = random.nextBoolean();
      (isDone ? done : pending).add(token);
      if (random.nextBoolean()) {
        (isDone ? settling : confirming).add(token);
      }
    }
    return new Announcement(
        new UUID(random.nextLong(), random.nextLong()),
        1 + random.nextInt(Integer.MAX_VALUE),
        done,
        settling,
        pending,
        confirming);
  }
}
