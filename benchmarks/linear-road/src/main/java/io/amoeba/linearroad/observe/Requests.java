package io.amoeba.linearroad.observe;

import java.util.Collection;

/** Numbers of requests to Redis on the own node and on others. Immutable. */
public record Requests(long local, long remote) {
  /** There were none. */
  public static final Requests NONE = new Requests(0, 0);

  /** All of these together. */
  public static Requests sum(Collection<Requests> parts) {
    Requests sum = NONE;
    for (Requests part : parts) {
      sum = new Requests(sum.local + part.local, sum.remote + part.remote);
    }
    return sum;
  }

  /** Those that are not among earlier ones. */
  public Requests since(Requests earlier) {
    return new Requests(local - earlier.local, remote - earlier.remote);
  }

  /** How many there were. */
  public long total() {
    return local + remote;
  }

  /** Local requests divided by all, 0 … 1; NaN: there were none. */
  public double localHitRate() {
    return total() == 0 ? Double.NaN : (double) local / total();
  }
}
