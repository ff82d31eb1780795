package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether clients are sent to addresses that lead to the nodes. Stateless. Source: the annotated
 * redis.conf, cluster-announce-ip and cluster-preferred-endpoint-type.
 */
final class AddressChecks {

  private static final String TYPE = "cluster-preferred-endpoint-type";
  private static final String NAME = "cluster-announce-hostname";

  private AddressChecks() {}

  static void check(
      RedisInspection inspection,
      List<RedisNode.Answering> answering,
      MajorityView view,
      Findings findings) {
    Map<ServerAddress, KnownServer> byAddress = new HashMap<>();
    for (KnownServer node : view.nodes()) {
      KnownServer other = node.hasAddress() ? byAddress.put(node.address(), node) : null;
      if (other != null && !other.isFailing() && !node.isFailing()) {
        findings.add(
            Check.REDIS_ADDRESSES,
            Severity.ERROR,
            node.address().toString(),
            "is the address of two nodes",
            "Give each its own: cluster-announce-ip, cluster-announce-port.");
      }
    }
    for (RedisNode.Answering node : answering) {
      if (node.tellsSettings()) {
        bySettings(node, findings);
      } else if (inspection.endpoints().containsKey(node.address())) {
        byEndpoints(node, inspection.endpoints().get(node.address()), findings);
      } else {
        findings.unknown(
            Check.REDIS_ADDRESSES,
            node.address(),
            "the node refuses CONFIG GET and CLUSTER SLOTS, one of which tells where it sends clients",
            "Allow one: +config|get or +cluster|slots.");
      }
      reachedByName(inspection, node, findings);
    }
    findings.fine(Check.REDIS_ADDRESSES, "Redis", "every node announces an address of its own");
  }

  private static void bySettings(RedisNode.Answering node, Findings findings) {
    String preferred = node.settings().getOrDefault(TYPE, "ip");
    boolean nameless =
        node.settings().getOrDefault(NAME, "").isEmpty() && preferred.equals("hostname");
    if (nameless) {
      nameless(node, findings);
    } else if (preferred.equals("unknown-endpoint")) {
      unknown(node, findings);
    }
  }

  private static void byEndpoints(
      RedisNode.Answering node, List<ToldEndpoint> told, Findings findings) {
    if (told.stream().anyMatch(ToldEndpoint::isUnknown)) {
      unknown(node, findings);
    } else if (told.stream().anyMatch(ToldEndpoint::isNameless)) {
      nameless(node, findings);
    }
  }

  private static void unknown(RedisNode.Answering node, Findings findings) {
    findings.add(
        Check.REDIS_ADDRESSES,
        Severity.WARNING,
        node.address(),
        "sends clients to no address: "
            + TYPE
            + " is unknown-endpoint; BlockingRedis cannot connect, and no client sees which host is its own",
        "Set " + TYPE + " ip.");
  }

  private static void nameless(RedisNode.Answering node, Findings findings) {
    findings.add(
        Check.REDIS_ADDRESSES,
        Severity.WARNING,
        node.address(),
        "sends clients to no address: " + TYPE + " is hostname, but " + NAME + " is empty",
        "Set " + NAME + ", or " + TYPE + " ip.");
  }

  private static void reachedByName(
      RedisInspection inspection, RedisNode.Answering node, Findings findings) {
    Set<String> names = inspection.names().getOrDefault(node.address(), Set.of());
    if (inspection.byNameAlone().contains(node.address())
        && !sendsToNames(inspection, node, names)) {
      findings.add(
          Check.REDIS_ADDRESSES,
          Severity.WARNING,
          node.address(),
          "cannot be connected to by this announced address, to which clients are sent, but by its name "
              + String.join(", ", names),
          "Set "
              + TYPE
              + " hostname on every node, or let it announce an address that clients reach: cluster-announce-ip and cluster-announce-port.");
    }
  }

  private static boolean sendsToNames(
      RedisInspection inspection, RedisNode.Answering node, Set<String> names) {
    return node.tellsSettings()
        ? "hostname".equals(node.settings().get(TYPE))
        : inspection.endpoints().getOrDefault(node.address(), List.of()).stream()
            .anyMatch(told -> names.contains(told.host()));
  }
}
