package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.doctor.ToldEndpoint;
import io.amoeba.coordinator.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where an answer to CLUSTER SLOTS sends clients. Stateless. Source: Redis command reference,
 * CLUSTER SLOTS: a host is nil where the endpoint is unknown, and {@code ?} where a name is
 * preferred and there is none.
 */
final class ToldEndpoints {

  /** Behind the first and the last hash slot. */
  private static final int FIRST_NODE = 2;

  /** Before Redis 4 there was none. */
  private static final int ID = 2;

  private ToldEndpoints() {}

  /** Those of all nodes with hash slots and of their replicas, in the order of the answer. */
  static List<ToldEndpoint> in(List<Object> answer) {
    Set<ToldEndpoint> endpoints = new LinkedHashSet<>();
    for (Object range : answer) {
      if (range instanceof List<?> fields) {
        fields.stream().skip(FIRST_NODE).forEach(node -> endpoint(node).ifPresent(endpoints::add));
      }
    }
    return new ArrayList<>(endpoints);
  }

  private static Optional<ToldEndpoint> endpoint(Object node) {
    return node instanceof List<?> fields && fields.size() > ID
        ? Optional.of(new ToldEndpoint(text(fields.get(ID)), text(fields.get(0))))
        : Optional.empty();
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : PrintableText.line(String.valueOf(value));
  }
}
