package io.amoeba.hints.capture;

import io.amoeba.hints.protocol.selection.RangeKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Token;

/**
 * The token ranges of a part of a range read, each with the same replicas throughout. Stateless.
 */
final class RangesOfRead {

  private RangesOfRead() {}

  /**
   * Cassandra joins neighbouring ranges that one replica can answer; here they are taken apart at
   * the ring's tokens.
   *
   * @param ring all tokens, in their order
   * @return none with another partitioner than Murmur3Partitioner
   */
  static List<RangeKey> of(AbstractBounds<PartitionPosition> bounds, List<Token> ring) {
    if (!(bounds.left.getToken() instanceof LongToken from)
        || !(bounds.right.getToken() instanceof LongToken to)) {
      return List.of();
    }
    long right = to.token;
    long left = from.token;
    // Bounds that begin with a key have it in them.
    if (bounds.inclusiveLeft() && left > RangeKey.END) {
      left--;
    }
    List<RangeKey> ranges = new ArrayList<>();
    int found = Collections.binarySearch(ring, new LongToken(left));
    for (int next = found < 0 ? -found - 1 : found + 1; next < ring.size(); next++) {
      long border = ((LongToken) ring.get(next)).token;
      if (border >= right && right != RangeKey.END) {
        break;
      }
      ranges.add(new RangeKey(left, border));
      left = border;
    }
    if (left < right || right == RangeKey.END) {
      ranges.add(new RangeKey(left, right));
    }
    return ranges;
  }
}
