package io.amoeba.coordinator.lease;

import java.util.Optional;

/**
 * Port to what all coordinators see. What one of them has taken or kept, all others read from then
 * on. Methods throw {@link java.io.UncheckedIOException} if it cannot be reached.
 */
public interface TermStore {

  /** The claim of the largest term that was taken; empty if none ever was. */
  Optional<Claim> newest();

  /** Takes the claim's term, durably; false if somebody has taken it before. */
  boolean take(Claim claim);

  /** Replaces the claim of its term, by the one who took it. */
  void keep(Claim claim);
}
