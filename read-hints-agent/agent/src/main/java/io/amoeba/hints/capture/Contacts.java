package io.amoeba.hints.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.locator.Endpoints;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * The nodes that reads contacted, as lists of which equal ones are the same object: they are
 * compared for every read, which is slow with Cassandra's. Confined to one thread.
 */
final class Contacts {

  /** As many combinations of nodes as one coordinator may see often; after more it starts again. */
  private static final int MOST = 1_024;

  private final Map<List<InetAddressAndPort>, List<InetAddressAndPort>> known = new HashMap<>();
  private List<InetAddressAndPort> last = List.of();

  List<InetAddressAndPort> of(InetAddressAndPort one) {
    if (last.size() != 1 || !last.get(0).equals(one)) {
      last = known(List.of(one));
    }
    return last;
  }

  List<InetAddressAndPort> of(Endpoints<?> several) {
    if (!isLast(several)) {
      List<InetAddressAndPort> copy = new ArrayList<>(several.size());
      several.forEach(replica -> copy.add(replica.endpoint()));
      last = known(List.copyOf(copy));
    }
    return last;
  }

  /** As it often is: the same again. */
  private boolean isLast(Endpoints<?> contacted) {
    int size = contacted.size();
    if (size != last.size()) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (!contacted.endpoint(i).equals(last.get(i))) {
        return false;
      }
    }
    return true;
  }

  private List<InetAddressAndPort> known(List<InetAddressAndPort> contacted) {
    if (known.size() == MOST) {
      known.clear();
    }
    return known.computeIfAbsent(contacted, first -> first);
  }
}
