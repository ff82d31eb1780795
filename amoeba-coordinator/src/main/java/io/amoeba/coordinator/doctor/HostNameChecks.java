package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.monitor.HostResolver;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether the names that Redis nodes announce lead to them, seen from here. Stateless. */
final class HostNameChecks {

  private HostNameChecks() {}

  /**
   * @param leading names that were connected to and lead to their nodes, by the nodes' addresses
   */
  static void check(
      HostResolver resolver,
      Map<String, Set<String>> leading,
      MajorityView view,
      Findings findings) {
    List<KnownServer> nodes =
        view.nodes().stream().filter(node -> node.hasAddress() && !node.isFailing()).toList();
    for (KnownServer node : nodes) {
      for (String name : node.otherHosts()) {
        boolean leads = leading.getOrDefault(node.address().toString(), Set.of()).contains(name);
        name(resolver, node, name, nodes, leads, findings);
      }
    }
    if (nodes.stream().anyMatch(node -> !node.otherHosts().isEmpty())) {
      findings.fine(Check.REDIS_HOST_NAMES, "Redis", "every announced name leads to its node");
    }
  }

  private static void name(
      HostResolver resolver,
      KnownServer node,
      String name,
      List<KnownServer> nodes,
      boolean leads,
      Findings findings) {
    Set<String> addresses = new TreeSet<>(resolver.addresses(name));
    if (!Collections.disjoint(addresses, addressesOf(node, resolver))) {
      return;
    }
    List<String> others =
        nodes.stream()
            .filter(other -> !other.address().host().equals(node.address().host()))
            .filter(other -> !Collections.disjoint(addresses, addressesOf(other, resolver)))
            .map(other -> other.address().toString())
            .toList();
    if (leads && others.isEmpty()) {
      return; // by another address than the one that it announces
    }
    String seen = "announces the name " + name;
    if (addresses.isEmpty()) {
      seen += ", which has no address here";
    } else if (others.isEmpty()) {
      seen += ", which is " + addresses + " here";
    } else {
      seen += ", which is the host of " + others + ": both look like one machine";
    }
    findings.add(
        Check.REDIS_HOST_NAMES,
        Severity.WARNING,
        node.address().toString(),
        seen + "; ColocatedRedis and fresh reads connect to names that nodes announce",
        "Let the name lead to "
            + node.address().host()
            + ", here and on every TaskManager, or correct cluster-announce-hostname.");
  }

  private static Set<String> addressesOf(KnownServer node, HostResolver resolver) {
    Set<String> addresses = new TreeSet<>(resolver.addresses(node.address().host()));
    addresses.add(node.address().host());
    return addresses;
  }
}
