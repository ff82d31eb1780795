package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import java.util.Map;

/**
 * What plans are made from. Immutable.
 *
 * @param symptoms of the snapshot
 * @param placements maps in force
 * @param rules what plans must respect
 * @param earlier the plans so far
 */
public record PlanningInput(
    ClusterSnapshot snapshot,
    List<Symptom> symptoms,
    Map<EdgeId, PlacementMap> placements,
    PlanRules rules,
    PlanBook earlier) {}
