package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.HashSet;
import java.util.Set;

/** Edges, and operators of partitioners, of which reports say something else now. Immutable. */
public record Touched(Set<EdgeId> edges, Set<String> operators) {

  static final Touched NOTHING = new Touched(Set.of(), Set.of());

  public Touched {
    edges = Set.copyOf(edges);
    operators = Set.copyOf(operators);
  }

  static Touched by(TaskManagerReport report) {
    Set<EdgeId> edges = new HashSet<>();
    Set<String> operators = new HashSet<>();
    report.routers().forEach(router -> edges.add(router.edge()));
    report.gates().forEach(gate -> edges.add(gate.edge()));
    report.direct().forEach(direct -> operators.add(direct.operator()));
    return new Touched(edges, operators);
  }

  /** This and the other. */
  public Touched and(Touched other) {
    Set<EdgeId> both = new HashSet<>(edges);
    both.addAll(other.edges);
    Set<String> names = new HashSet<>(operators);
    names.addAll(other.operators);
    return new Touched(both, names);
  }

  /** Whether reports about this edge are among them. */
  public boolean isAbout(EdgeId edge) {
    return edges.contains(edge) || operators.contains(edge.operator());
  }
}
