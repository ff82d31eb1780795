package io.amoeba.coordinator.lease;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.TreeMap;

/** Terms in memory, which can be out of reach. */
final class SharedTerms implements TermStore {

  private final TreeMap<Long, Claim> claims = new TreeMap<>();
  boolean reachable = true;

  @Override
  public Optional<Claim> newest() {
    check();
    return claims.isEmpty() ? Optional.empty() : Optional.of(claims.lastEntry().getValue());
  }

  @Override
  public boolean take(Claim claim) {
    check();
    return claims.putIfAbsent(claim.term(), claim) == null;
  }

  @Override
  public void keep(Claim claim) {
    check();
    claims.put(claim.term(), claim);
  }

  private void check() {
    if (!reachable) {
      throw new UncheckedIOException(new IOException("out of reach"));
    }
  }
}
