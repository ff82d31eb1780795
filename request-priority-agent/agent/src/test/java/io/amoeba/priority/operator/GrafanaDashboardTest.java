package io.amoeba.priority.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GrafanaDashboardTest {

  private static final Path DASHBOARD =
      Path.of("../../docker/grafana/cassandra/request-priority.json");

  /** As the Prometheus JMX exporter names a gauge of this type; quotes are JSON's. */
  private static final Pattern OF_NODE =
      Pattern.compile(
          "org_apache_cassandra_metrics_RequestPriority_Value"
              + "\\{name=\\\\\"(\\w+)\\\\\",scope=\\\\\"\\\\\"}");

  private static final Pattern OF_CLASS =
      Pattern.compile(
          "org_apache_cassandra_metrics_RequestPriority_Value"
              + "\\{scope=\\\\\"(\\w+)\\\\\",name=\\\\\"(\\w+)\\\\\"}");

  @BeforeAll
  static void initialize() {
    DatabaseDescriptor.clientInitialization();
  }

  @Test
  void everyMetricOfTheDashboardExists() throws Exception {
    PriorityFigures figures = new OperatedNode().figures;
    String dashboard = Files.readString(DASHBOARD);
    Set<String> ofClasses = new TreeSet<>();
    for (ServiceClass serviceClass : ServiceClass.values()) {
      for (String name : figures.of(serviceClass).keySet()) {
        ofClasses.add(serviceClass.text() + " " + PriorityMetrics.camel(name));
      }
    }

    Set<String> askedOfNode =
        OF_NODE.matcher(dashboard).results().map(found -> found.group(1)).collect(sorted());
    Set<String> askedOfClasses =
        OF_CLASS
            .matcher(dashboard)
            .results()
            .map(found -> found.group(1) + " " + found.group(2))
            .collect(sorted());

    assertThat(askedOfNode).hasSizeGreaterThan(4);
    assertThat(figures.node().keySet().stream().map(PriorityMetrics::camel))
        .containsAll(askedOfNode);
    assertThat(askedOfClasses).hasSizeGreaterThan(9);
    assertThat(ofClasses).containsAll(askedOfClasses);
    assertThat(
            OF_NODE.matcher(dashboard).results().count()
                + OF_CLASS.matcher(dashboard).results().count())
        .as("every expression is of one of these shapes")
        .isEqualTo(dashboard.split("RequestPriority_Value", -1).length - 1);
  }

  private static Collector<String, ?, Set<String>> sorted() {
    return Collectors.toCollection(TreeSet::new);
  }
}
