package io.amoeba.partitioner.placement.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.amoeba.partitioner.placement.Cohort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Writes task managers' reports. Stateless. */
public final class ReportWriter {

  private static final JsonFactory JSON = new JsonFactory();

  private ReportWriter() {}

  /** The text of a report, in UTF-8. */
  public static byte[] write(TaskManagerReport report) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1_024);
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField(Fields.TASK_MANAGER, report.taskManager());
      if (!report.copy().isEmpty()) {
        json.writeStringField(Fields.COPY, report.copy());
      }
      json.writeStringField(Fields.HOST, report.host());
      json.writeArrayFieldStart(Fields.NODE_HOSTS);
      for (String host : report.nodeHosts()) {
        json.writeString(host);
      }
      json.writeEndArray();
      if (!report.coordinator().isEmpty()) {
        json.writeStringField(Fields.COORDINATOR, report.coordinator());
        json.writeNumberField(Fields.VERSION, report.version());
      }
      json.writeNumberField(Fields.REFUSED_MAPS, report.refusedMaps());
      json.writeNumberField(Fields.STALE_MAPS, report.staleMaps());
      json.writeArrayFieldStart(Fields.ROUTERS);
      for (RouterReport router : report.routers()) {
        router(json, router);
      }
      json.writeEndArray();
      json.writeArrayFieldStart(Fields.GATES);
      for (GateReport gate : report.gates()) {
        gate(json, gate);
      }
      json.writeEndArray();
      json.writeArrayFieldStart(Fields.DIRECT);
      for (DirectReport direct : report.direct()) {
        json.writeStartObject();
        json.writeStringField(Fields.OPERATOR, direct.operator());
        json.writeNumberField(Fields.PARALLELISM, direct.parallelism());
        json.writeNumberField(Fields.EPOCH, direct.epoch());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a report could not be written", e);
    }
    return out.toByteArray();
  }

  private static void router(JsonGenerator json, RouterReport router) throws IOException {
    json.writeStartObject();
    subtask(json, router.edge(), router.subtask(), router.parallelism());
    json.writeNumberField(Fields.TARGETS, router.targets());
    json.writeStringField(Fields.INCARNATION, Cohort.toText(router.incarnation()));
    json.writeNumberField(Fields.PREPARED, router.prepared());
    json.writeNumberField(Fields.ACTIVE, router.active());
    json.writeEndObject();
  }

  private static void gate(JsonGenerator json, GateReport gate) throws IOException {
    json.writeStartObject();
    subtask(json, gate.edge(), gate.subtask(), gate.parallelism());
    json.writeNumberField(Fields.EPOCH, gate.epoch());
    json.writeStringField(Fields.COHORT, Cohort.toText(gate.cohort()));
    json.writeNumberField(Fields.HELD, gate.held());
    json.writeNumberField(Fields.LAST_HOLD_MICROS, gate.lastHoldMicros());
    json.writeArrayFieldStart(Fields.ENDED);
    for (Map.Entry<Integer, Long> router : gate.endedRouters().entrySet()) {
      json.writeStartObject();
      json.writeNumberField(Fields.ROUTER, router.getKey());
      json.writeStringField(Fields.INCARNATION, Cohort.toText(router.getValue()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void subtask(JsonGenerator json, EdgeId edge, int subtask, int parallelism)
      throws IOException {
    json.writeStringField(Fields.JOB, edge.job());
    json.writeStringField(Fields.OPERATOR, edge.operator());
    json.writeNumberField(Fields.SUBTASK, subtask);
    json.writeNumberField(Fields.PARALLELISM, parallelism);
  }
}
