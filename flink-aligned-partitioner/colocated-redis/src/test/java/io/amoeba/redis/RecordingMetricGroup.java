package io.amoeba.redis;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.CharacterFilter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Meter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/** Remembers metrics by the names of their groups and their own, joined with dots. */
final class RecordingMetricGroup implements MetricGroup {
  private final String prefix;
  private final Map<String, Metric> metrics;

  RecordingMetricGroup() {
    this("", new HashMap<>());
  }

  private RecordingMetricGroup(String prefix, Map<String, Metric> metrics) {
    this.prefix = prefix;
    this.metrics = metrics;
  }

  Metric named(String name) {
    Metric metric = metrics.get(name);
    if (metric == null) {
      throw new AssertionError("no metric " + name + " among " + metrics.keySet());
    }
    return metric;
  }

  @Override
  public Counter counter(String name) {
    return counter(name, new SimpleCounter());
  }

  @Override
  public <C extends Counter> C counter(String name, C counter) {
    metrics.put(prefix + name, counter);
    return counter;
  }

  @Override
  public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
    metrics.put(prefix + name, gauge);
    return gauge;
  }

  @Override
  public <H extends Histogram> H histogram(String name, H histogram) {
    metrics.put(prefix + name, histogram);
    return histogram;
  }

  @Override
  public <M extends Meter> M meter(String name, M meter) {
    metrics.put(prefix + name, meter);
    return meter;
  }

  @Override
  public MetricGroup addGroup(String name) {
    return new RecordingMetricGroup(prefix + name + ".", metrics);
  }

  @Override
  public MetricGroup addGroup(String key, String value) {
    return addGroup(key).addGroup(value);
  }

  @Override
  public String[] getScopeComponents() {
    return new String[0];
  }

  @Override
  public Map<String, String> getAllVariables() {
    return Map.of();
  }

  @Override
  public String getMetricIdentifier(String metricName) {
    return prefix + metricName;
  }

  @Override
  public String getMetricIdentifier(String metricName, CharacterFilter filter) {
    return getMetricIdentifier(metricName);
  }
}
