package io.amoeba.hints.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.locator.Endpoints;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * The nodes that reads contacted, as lists of which equal ones are the same object: they are
 * compared for every read, and Cassandra's are slow at that. Confined to one thread.
 */
final class Contacts {

  /** As many combinations of nodes as one coordinator may see often; after more it begins anew. */
  private static final int MOST = 1_024;

  private final Map<List<InetAddressAndPort>, List<InetAddressAndPort>> known = new HashMap<>();
  private List<InetAddressAndPort> last = List.of();

  List<InetAddressAndPort> of(Endpoints<?> contacted) {
    if (!isLast(contacted)) {
      last = find(contacted);
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
      if (!contacted.get(i).endpoint().equals(last.get(i))) {
        return false;
      }
    }
    return true;
  }

  private List<InetAddressAndPort> find(Endpoints<?> contacted) {
    List<InetAddressAndPort> copy = new ArrayList<>(contacted.size());
    contacted.forEach(replica -> copy.add(replica.endpoint()));
    List<InetAddressAndPort> fixed = List.copyOf(copy);
    if (known.size() == MOST) {
      known.clear();
    }
    List<InetAddressAndPort> before = known.putIfAbsent(fixed, fixed);
    return before == null ? fixed : before;
  }
}
