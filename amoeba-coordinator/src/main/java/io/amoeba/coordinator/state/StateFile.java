package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.changes.routing.EdgeState;
import io.amoeba.coordinator.changes.routing.PublicationStore;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps committed maps in a file, replaced as a whole. Without it, a coordinator that is killed
 * between the first and the last router's switch cannot end the hand-over; the job then waits until
 * it restarts. Not safe for concurrent use: the publisher locks.
 */
public final class StateFile implements PublicationStore {

  private static final Logger LOG = LoggerFactory.getLogger(StateFile.class);
  private static final int FORMAT = 1;

  private final Path path;
  private final CheckedFile file;
  private final Leadership leadership;

  /** A file that need not exist yet. */
  public StateFile(Path file, Leadership leadership) {
    this.path = file;
    this.file = new CheckedFile("state file", file, "Delete it while no hand-over is in progress.");
    this.leadership = leadership;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the file cannot be read: repair or delete it
   */
  @Override
  public List<EdgeState> load() {
    return file.load(StateFile::edges).orElse(List.of());
  }

  /** Coordinators before the first format wrote no number. */
  private static List<EdgeState> edges(JsonNode node) {
    if (node.has(CheckedFile.FORMAT)) {
      CheckedFile.require(FORMAT, node);
    }
    if (!node.path("edges").isArray()) {
      throw new IllegalArgumentException("edges is missing");
    }
    List<EdgeState> edges = new ArrayList<>();
    for (JsonNode edge : node.path("edges")) {
      EdgeState state = read(edge);
      if (state.epoch() <= EpochBounds.LARGEST) {
        edges.add(state);
      } else {
        LOG.warn(
            "the map of {} is given up: no task manager takes its epoch {}",
            state.edge(),
            state.epoch());
      }
    }
    return edges;
  }

  /** {@inheritDoc} A full disk must not stop hand-overs, so a failure is logged. */
  @Override
  public void save(List<EdgeState> edges) {
    leadership.require();
    ObjectNode root = CheckedFile.document(FORMAT);
    ArrayNode list = root.putArray("edges");
    edges.stream().filter(e -> e.map().isPresent()).forEach(e -> write(list.addObject(), e));
    try {
      file.write(root);
    } catch (IOException e) {
      LOG.error("state file {} could not be written; hand-overs continue without it", path, e);
    }
    leadership.confirm(); // whoever leads now may have read the file before
  }

  private static void write(ObjectNode node, EdgeState edge) {
    node.put("job", edge.edge().job());
    node.put("operator", edge.edge().operator());
    node.put("parallelism", edge.parallelism());
    node.put("epoch", edge.epoch());
    node.put("phase", edge.phase().name());
    node.put("committedCohort", Cohort.toText(edge.committedCohort()));
    node.put("highestEpoch", edge.highestEpoch());
    ArrayNode hashSlots = node.putArray("hashSlots");
    for (HashSlotRange range : edge.map().orElseThrow().ranges()) {
      hashSlots.addArray().add(range.from()).add(range.to()).add(range.subtask());
    }
    edge.completed()
        .ifPresent(
            completed -> {
              node.put("completedEpoch", completed.epoch());
              ArrayNode cohort = node.putArray("completedCohort");
              completed.cohort().forEach(i -> cohort.add(Cohort.toText(i)));
            });
  }

  private static EdgeState read(JsonNode node) {
    List<HashSlotRange> ranges = new ArrayList<>();
    for (JsonNode range : node.path("hashSlots")) {
      ranges.add(
          new HashSlotRange(range.path(0).asInt(), range.path(1).asInt(), range.path(2).asInt()));
    }
    int parallelism = node.path("parallelism").asInt();
    Optional<Completed> completed = Optional.empty();
    if (node.has("completedCohort")) {
      List<Long> cohort = new ArrayList<>();
      node.path("completedCohort").forEach(i -> cohort.add(Cohort.fromText(i.asText())));
      completed = Optional.of(new Completed(node.path("completedEpoch").asLong(), cohort));
    }
    long epoch = node.path("epoch").asLong();
    // Older coordinators believed every claim; a larger one would leave no epoch for the next map.
    long claimed = node.path("highestEpoch").asLong();
    long highest = claimed > EpochBounds.claimable(epoch) ? epoch : claimed;
    return new EdgeState(
        new EdgeId(node.path("job").asText(), node.path("operator").asText()),
        parallelism,
        Optional.of(PlacementMap.ofRanges(epoch, parallelism, ranges)),
        Phase.valueOf(node.path("phase").asText()),
        completed,
        List.of(),
        Cohort.fromText(node.path("committedCohort").asText()),
        highest);
  }
}
