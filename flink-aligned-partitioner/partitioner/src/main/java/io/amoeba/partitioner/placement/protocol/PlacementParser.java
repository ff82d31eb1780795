package io.amoeba.partitioner.placement.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.DocumentLimits;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the coordinator's documents, strictly: a missing field, a wrong type, a map that does not
 * cover every hash slot exactly once or a number out of range refuses the whole document. Unknown
 * fields are skipped so that a newer coordinator can add some. Stateless.
 */
public final class PlacementParser {

  private static final int MAX_PARALLELISM = DocumentLimits.MAX_PARALLELISM;

  private PlacementParser() {}

  /**
   * The document in a text.
   *
   * @throws MalformedPlacementException if it breaks a rule
   */
  public static PlacementDocument parse(byte[] body) throws MalformedPlacementException {
    if (body.length > DocumentLimits.MAX_BYTES) {
      throw new MalformedPlacementException("more than " + DocumentLimits.MAX_BYTES + " bytes");
    }
    try (JsonParser json = StrictJson.parser(body)) {
      json.nextToken();
      PlacementDocument document = document(json);
      if (json.nextToken() != null) {
        throw new MalformedPlacementException("text after the document");
      }
      return document;
    } catch (JsonProcessingException e) {
      throw new MalformedPlacementException("not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new MalformedPlacementException("not JSON: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new MalformedPlacementException(String.valueOf(e.getMessage()), e);
    }
  }

  private static PlacementDocument document(JsonParser json)
      throws IOException, MalformedPlacementException {
    StrictJson.expect(json, JsonToken.START_OBJECT, "document");
    String coordinator = null;
    long term = 0;
    long version = -1;
    List<EdgePlacement> edges = null;
    for (String field = StrictJson.next(json); field != null; field = StrictJson.next(json)) {
      switch (field) {
        case Fields.COORDINATOR:
          coordinator = StrictJson.text(json, field);
          break;
        case Fields.TERM:
          term = StrictJson.number(json, field, 1, Long.MAX_VALUE);
          break;
        case Fields.VERSION:
          version = StrictJson.number(json, field, 0, Long.MAX_VALUE);
          break;
        case Fields.EDGES:
          edges = edges(json);
          break;
        default:
          json.skipChildren();
      }
    }
    if (coordinator == null || version < 0 || edges == null) {
      throw new MalformedPlacementException("coordinator, version or edges is missing");
    }
    Set<EdgeId> distinct = new HashSet<>();
    for (EdgePlacement placement : edges) {
      if (!distinct.add(placement.edge())) {
        throw new MalformedPlacementException(placement.edge() + " is listed twice");
      }
    }
    return new PlacementDocument(coordinator, term, version, edges);
  }

  private static List<EdgePlacement> edges(JsonParser json)
      throws IOException, MalformedPlacementException {
    return StrictJson.list(json, Fields.EDGES, DocumentLimits.MAX_EDGES, PlacementParser::edge);
  }

  private static EdgePlacement edge(JsonParser json)
      throws IOException, MalformedPlacementException {
    StrictJson.expect(json, JsonToken.START_OBJECT, "edge");
    EdgeFields fields = new EdgeFields();
    for (String field = StrictJson.next(json); field != null; field = StrictJson.next(json)) {
      switch (field) {
        case Fields.JOB:
          fields.job = StrictJson.text(json, field);
          break;
        case Fields.OPERATOR:
          fields.operator = StrictJson.text(json, field);
          break;
        case Fields.PARALLELISM:
          fields.parallelism = (int) StrictJson.number(json, field, 1, MAX_PARALLELISM);
          break;
        case Fields.EPOCH:
          fields.epoch = StrictJson.number(json, field, 0, EpochBounds.LARGEST);
          break;
        case Fields.PHASE:
          fields.phase = phase(StrictJson.text(json, field));
          break;
        case Fields.HASH_SLOTS:
          if (json.currentToken() != JsonToken.VALUE_NULL) {
            fields.ranges = StrictJson.list(json, field, HashSlot.COUNT, PlacementParser::range);
          }
          break;
        case Fields.COMPLETED:
          if (json.currentToken() != JsonToken.VALUE_NULL) {
            fields.completed = completed(json);
          }
          break;
        case Fields.FINISHED:
          fields.finished =
              StrictJson.list(json, field, MAX_PARALLELISM, PlacementParser::finished);
          break;
        default:
          json.skipChildren();
      }
    }
    return fields.toPlacement();
  }

  private static Phase phase(String text) throws MalformedPlacementException {
    for (Phase phase : Phase.values()) {
      if (phase.name().equals(text)) {
        return phase;
      }
    }
    throw new MalformedPlacementException(
        "phase is '" + text + "': must be one of " + Arrays.toString(Phase.values()));
  }

  private static HashSlotRange range(JsonParser json)
      throws IOException, MalformedPlacementException {
    StrictJson.expect(json, JsonToken.START_ARRAY, "range");
    int[] values = new int[3];
    for (int i = 0; i < 3; i++) {
      json.nextToken();
      values[i] =
          (int)
              StrictJson.number(
                  json, Fields.HASH_SLOTS, 0, Math.max(HashSlot.COUNT, MAX_PARALLELISM));
    }
    json.nextToken();
    StrictJson.expect(json, JsonToken.END_ARRAY, "end of range");
    return new HashSlotRange(values[0], values[1], values[2]);
  }

  private static Completed completed(JsonParser json)
      throws IOException, MalformedPlacementException {
    StrictJson.expect(json, JsonToken.START_OBJECT, "completed");
    long epoch = -1;
    List<Long> cohort = null;
    for (String field = StrictJson.next(json); field != null; field = StrictJson.next(json)) {
      if (field.equals(Fields.EPOCH)) {
        epoch = StrictJson.number(json, field, 0, Long.MAX_VALUE);
      } else if (field.equals(Fields.COHORT)) {
        cohort =
            StrictJson.list(
                json,
                field,
                MAX_PARALLELISM,
                element -> Cohort.fromText(StrictJson.text(element, Fields.COHORT)));
      } else {
        json.skipChildren();
      }
    }
    if (epoch < 0 || cohort == null) {
      throw new MalformedPlacementException("completed lacks epoch or cohort");
    }
    return new Completed(epoch, cohort);
  }

  private static Finished finished(JsonParser json)
      throws IOException, MalformedPlacementException {
    StrictJson.expect(json, JsonToken.START_OBJECT, "finished");
    int subtask = -1;
    long epoch = -1;
    Long cohort = null;
    for (String field = StrictJson.next(json); field != null; field = StrictJson.next(json)) {
      if (field.equals(Fields.SUBTASK)) {
        subtask = (int) StrictJson.number(json, field, 0, MAX_PARALLELISM - 1);
      } else if (field.equals(Fields.EPOCH)) {
        epoch = StrictJson.number(json, field, 0, Long.MAX_VALUE);
      } else if (field.equals(Fields.COHORT)) {
        cohort = Cohort.fromText(StrictJson.text(json, field));
      } else {
        json.skipChildren();
      }
    }
    if (subtask < 0 || epoch < 0 || cohort == null) {
      throw new MalformedPlacementException("finished lacks subtask, epoch or cohort");
    }
    return new Finished(subtask, epoch, cohort);
  }

  /** Fields of an edge as they are read, checked together at the end. */
  private static final class EdgeFields {
    private @Nullable String job;
    private @Nullable String operator;
    private int parallelism;
    private long epoch;
    private @Nullable Phase phase;
    private @Nullable List<HashSlotRange> ranges;
    private @Nullable Completed completed;
    private List<Finished> finished = List.of();

    EdgePlacement toPlacement() throws MalformedPlacementException {
      if (job == null || operator == null) {
        throw new MalformedPlacementException("an edge lacks job or operator");
      }
      if ((epoch > 0) != (ranges != null)) {
        throw new MalformedPlacementException(
            operator + ": hashSlots and a positive epoch come together, epoch is " + epoch);
      }
      PlacementMap map = ranges == null ? null : PlacementMap.ofRanges(epoch, parallelism, ranges);
      if (map != null && phase == null) {
        throw new MalformedPlacementException(operator + ": phase is missing");
      }
      return new EdgePlacement(
          new EdgeId(job, operator),
          parallelism,
          map,
          phase == null ? Phase.PREPARE : phase,
          completed,
          finished);
    }
  }
}
