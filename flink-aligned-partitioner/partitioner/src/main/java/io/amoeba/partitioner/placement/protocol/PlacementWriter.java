package io.amoeba.partitioner.placement.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes the coordinator's documents. Stateless. */
public final class PlacementWriter {

  private static final JsonFactory JSON = new JsonFactory();

  private PlacementWriter() {}

  /** The text of a document, in UTF-8. */
  public static byte[] write(PlacementDocument document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(4_096);
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField(Fields.COORDINATOR, document.coordinator());
      if (document.term() > 0) {
        json.writeNumberField(Fields.TERM, document.term());
      }
      json.writeNumberField(Fields.VERSION, document.version());
      json.writeArrayFieldStart(Fields.EDGES);
      for (EdgePlacement edge : document.edges()) {
        edge(json, edge);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a placement document could not be written", e);
    }
    return out.toByteArray();
  }

  private static void edge(JsonGenerator json, EdgePlacement placement) throws IOException {
    json.writeStartObject();
    json.writeStringField(Fields.JOB, placement.edge().job());
    json.writeStringField(Fields.OPERATOR, placement.edge().operator());
    if (placement.parallelism() > 0) {
      json.writeNumberField(Fields.PARALLELISM, placement.parallelism());
    }
    json.writeNumberField(Fields.EPOCH, placement.epoch());
    json.writeStringField(Fields.PHASE, placement.phase().name());
    PlacementMap map = placement.map();
    if (map != null) {
      json.writeArrayFieldStart(Fields.HASH_SLOTS);
      for (HashSlotRange range : map.ranges()) {
        json.writeArray(new int[] {range.from(), range.to(), range.subtask()}, 0, 3);
      }
      json.writeEndArray();
    }
    Completed completed = placement.completed();
    if (completed != null) {
      json.writeObjectFieldStart(Fields.COMPLETED);
      json.writeNumberField(Fields.EPOCH, completed.epoch());
      json.writeArrayFieldStart(Fields.COHORT);
      for (long incarnation : completed.cohort()) {
        json.writeString(Cohort.toText(incarnation));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeArrayFieldStart(Fields.FINISHED);
    for (Finished gate : placement.finished()) {
      json.writeStartObject();
      json.writeNumberField(Fields.SUBTASK, gate.subtask());
      json.writeNumberField(Fields.EPOCH, gate.epoch());
      json.writeStringField(Fields.COHORT, Cohort.toText(gate.cohort()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
