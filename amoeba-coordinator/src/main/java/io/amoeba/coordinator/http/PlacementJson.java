package io.amoeba.coordinator.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.Completed;
import io.amoeba.coordinator.execute.EdgeState;
import io.amoeba.coordinator.execute.Finished;
import io.amoeba.coordinator.execute.PlacementDocument;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.DocumentLimits;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocol's text form of the placement document. The last one is kept, since every task
 * manager gets the same bytes. Safe for concurrent use.
 */
final class PlacementJson {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementJson.class);

  private record Written(PlacementDocument document, byte[] bytes) {}

  private final AtomicReference<Written> last = new AtomicReference<>();
  private final AtomicBoolean saidTooLarge = new AtomicBoolean();
  private final long term;

  /** The text of the leader of a term; 0: there are no terms. */
  PlacementJson(long term) {
    this.term = term;
  }

  byte[] bytes(PlacementDocument document) {
    Written written = last.get();
    if (written == null || written.document() != document) {
      written = new Written(document, write(document));
      last.set(written);
    }
    return written.bytes();
  }

  private byte[] write(PlacementDocument document) {
    ObjectNode root = JsonBody.MAPPER.createObjectNode();
    root.put("coordinator", document.coordinator());
    if (term > 0) {
      root.put("term", term);
    }
    root.put("version", document.version());
    ArrayNode edges = root.putArray("edges");
    document.edges().forEach(edge -> writeEdge(edges.addObject(), edge));
    try {
      byte[] bytes = JsonBody.MAPPER.writeValueAsBytes(root);
      if (bytes.length > DocumentLimits.MAX_BYTES && !saidTooLarge.getAndSet(true)) {
        LOG.error(
            "the placement document has {} bytes, and task managers refuse more than {}: too many"
                + " edges and subtasks for one coordinator",
            bytes.length,
            DocumentLimits.MAX_BYTES);
      }
      return bytes;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("placement document could not be written as JSON", e);
    }
  }

  private static void writeEdge(ObjectNode node, EdgeState edge) {
    node.put("job", edge.edge().job());
    node.put("operator", edge.edge().operator());
    node.put("parallelism", edge.parallelism());
    node.put("epoch", edge.epoch());
    node.put("phase", edge.phase().name());
    edge.map().ifPresent(map -> writeMap(node.putArray("hashSlots"), map));
    edge.completed().ifPresent(completed -> writeCompleted(node.putObject("completed"), completed));
    ArrayNode finished = node.putArray("finished");
    for (Finished gate : edge.finished()) {
      finished
          .addObject()
          .put("subtask", gate.subtask())
          .put("epoch", gate.epoch())
          .put("cohort", Cohort.toText(gate.cohort()));
    }
  }

  private static void writeMap(ArrayNode node, PlacementMap map) {
    for (HashSlotRange range : map.ranges()) {
      node.addArray().add(range.from()).add(range.to()).add(range.subtask());
    }
  }

  private static void writeCompleted(ObjectNode node, Completed completed) {
    node.put("epoch", completed.epoch());
    ArrayNode cohort = node.putArray("cohort");
    completed.cohort().forEach(incarnation -> cohort.add(Cohort.toText(incarnation)));
  }
}
