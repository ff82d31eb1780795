package io.amoeba.linearroad.job.exchange;

/** What happens to the order of a key's records when its hash slot moves to another subtask. */
public enum HandOver {
  /** Aligned; the new subtask waits for the old one. */
  ORDERED,
  /** Aligned; the new subtask does not wait, so records of a key may overtake each other. */
  IMMEDIATE,
  /** Not aligned: a hash decides, wherever the data is. */
  HASH
}
