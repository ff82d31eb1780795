package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.partitioner.placement.HashSlot;
import java.io.Serializable;
import java.util.HashMap;

/**
 * The Redis table of segments. Hash {@code {s:<xway>-<dir>-<seg>}:<minute / 10>} has the fields
 * {@code <minute>} = {@code <LAV>,<NOV>} and {@code a<minute>} = segment of the nearest accident in
 * force. Every field is written with one possible value, so writing again changes nothing. Confined
 * to the task thread.
 */
public final class SegmentTable implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Minutes per hash: Redis keeps small hashes compact, and scans their fields. */
  private static final int MINUTES_PER_KEY = 10;

  /** Maximum of cached places; an expressway has 200. */
  private static final int MOST_CACHED = 200_000;

  private record Tag(String text, int hashSlot) implements Serializable {}

  private final HashMap<Long, Tag> tags = new HashMap<>();

  /** Prefix of all keys of a place, with their hash tag. */
  public String keyPrefix(long place) {
    return tag(place).text;
  }

  /** The hash slot of all keys of a place. */
  public int hashSlot(long place) {
    return tag(place).hashSlot;
  }

  /** The key of a place and minute. */
  public String key(long place, int minute) {
    return tag(place).text + minute / MINUTES_PER_KEY;
  }

  /** The field with LAV and NOV. */
  public static String statisticsField(int minute) {
    return Integer.toString(minute);
  }

  /** The field with the segment of the nearest accident. */
  public static String accidentField(int minute) {
    return "a" + minute;
  }

  /** The request that sets a field of a place and minute. */
  public HashRequest.SetField field(long place, int minute, String field, String value) {
    return new HashRequest.SetField(hashSlot(place), key(place, minute), field, value);
  }

  private Tag tag(long place) {
    Tag tag = tags.get(place);
    if (tag == null) {
      if (tags.size() >= MOST_CACHED) {
        tags.clear();
      }
      String text =
          "{s:" + Places.xway(place) + "-" + Places.dir(place) + "-" + Places.segment(place) + "}:";
      tag = new Tag(text, HashSlot.of(text));
      tags.put(place, tag);
    }
    return tag;
  }
}
