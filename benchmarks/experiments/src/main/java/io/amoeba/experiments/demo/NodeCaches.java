package io.amoeba.experiments.demo;

import io.amoeba.experiments.probe.CacheSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What nodes have said about their caches, by name. Confined to one thread. */
final class NodeCaches {
  private final Map<String, List<CacheSample>> samples = new HashMap<>();

  void add(String node, CacheSample sample) {
    samples.computeIfAbsent(node, added -> new ArrayList<>()).add(sample);
  }

  /** What a node counted within a time, in seconds since 1970. */
  CacheSample counted(String node, double from, double to) {
    return CacheSample.counted(samples.getOrDefault(node, List.of()), from, to);
  }

  /** What a node said last; zeros if it said nothing. */
  CacheSample newest(String node) {
    List<CacheSample> said = samples.getOrDefault(node, List.of());
    return said.isEmpty() ? CacheSample.NONE : said.get(said.size() - 1);
  }
}
