package io.amoeba.shift.protocol.work;

/** What no schedule may lead to. */
enum ShiftViolation {
  /** Two replicas of a range are shifted for longer than gossip takes. */
  TOGETHER,
  /** Reads are away though the work has ended, and the time to warm up, too. */
  FORGOTTEN,
  /** Clients are away though reads are not. */
  CLIENTS,
  /** Reads have left although another replica had no room. */
  BUSY,
  /** Reads have left although another replica was down. */
  DOWN,
  /** Reads have left a node that does not wait for its disk. */
  DISK,
  /** Reads have returned to cold caches before the limit. */
  COLD,
  /** Reads have left again for the same work, after they had returned early. */
  AGAIN,
  /** Reads stay although nothing keeps them. */
  STUCK
}
