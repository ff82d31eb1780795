package io.amoeba.streaming.protocol;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * {@link Announcement} as text, for one gossip value: {@code
 * 1;plan;epoch;done;settling;pending;confirming}, every token once (settling ones are done,
 * confirming ones pending), without commas, at which Cassandra splits a STATUS. 256 tokens take 5
 * KiB.
 */
public final class AnnouncementCodec {

  private static final String VERSION = "1";

  private AnnouncementCodec() {}

  public static String encode(Announcement announcement) {
    return String.join(
        ";",
        VERSION,
        announcement.plan().toString(),
        Long.toString(announcement.epoch()),
        FieldText.write(without(announcement.done(), announcement.settling())),
        FieldText.write(announcement.settling()),
        FieldText.write(without(announcement.pending(), announcement.confirming())),
        FieldText.write(announcement.confirming()));
  }

  /** Throws {@link MalformedTextException} on anything that {@link #encode} does not write. */
  public static Announcement decode(String text) {
    FieldText fields = FieldText.read("announcement", text, VERSION, 7);
    SortedSet<Long> settling = fields.tokens(4);
    SortedSet<Long> confirming = fields.tokens(6);
    SortedSet<Long> done = union(fields.tokens(3), settling);
    SortedSet<Long> pending = union(fields.tokens(5), confirming);
    return fields.build(
        () ->
            new Announcement(
                fields.uuid(1),
                fields.number(2, Long.MAX_VALUE),
                done,
                settling,
                pending,
                confirming));
  }

  private static SortedSet<Long> without(SortedSet<Long> tokens, SortedSet<Long> removed) {
    SortedSet<Long> rest = new TreeSet<>(tokens);
    rest.removeAll(removed);
    return rest;
  }

  private static SortedSet<Long> union(SortedSet<Long> tokens, SortedSet<Long> more) {
    SortedSet<Long> all = new TreeSet<>(tokens);
    for (Long token : more) {
      if (!all.add(token)) {
        throw new MalformedTextException("announcement: token " + token + " occurs twice");
      }
    }
    return all;
  }
}
