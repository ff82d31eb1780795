package io.amoeba.freshreads.link;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a heartbeat ended. */
public enum HeartbeatOutcome {
  /** The primary wrote it. */
  ACKNOWLEDGED("the primary writes heartbeats"),
  /** None was written: the primary told its replication offset instead. */
  OFFSETS("the primary tells its replication offset"),
  /** The server is no longer the primary of the key's hash slot. */
  MOVED("the server is no longer the primary of the heartbeat's hash slot"),
  /** The primary takes no writes, or not these, and its replication offset proves nothing. */
  REFUSED("the primary refuses heartbeats"),
  /** No answer: the connection ended, or there is none. */
  LOST("the primary does not answer");

  /** The error code that starts each error of Redis. */
  private static final Pattern CODE = Pattern.compile("([A-Z]{2,20})\\b.*", Pattern.DOTALL);

  private final String meaning;

  HeartbeatOutcome(String meaning) {
    this.meaning = meaning;
  }

  /** What it tells about the primary. */
  String meaning() {
    return meaning;
  }

  /**
   * The outcome of an error.
   *
   * @param code of the server's error, null if the server gave none
   */
  static HeartbeatOutcome ofError(@Nullable String code) {
    if (code == null) {
      return LOST;
    }
    switch (code) {
      case "MOVED":
      case "ASK":
      case "READONLY":
      case "CLUSTERDOWN":
        return MOVED;
      default:
        return REFUSED;
    }
  }

  /** The code of a server's error, such as OOM; null if it has none. */
  static @Nullable String code(@Nullable String error) {
    Matcher matcher = CODE.matcher(error == null ? "" : error);
    return matcher.matches() ? matcher.group(1) : null;
  }
}
