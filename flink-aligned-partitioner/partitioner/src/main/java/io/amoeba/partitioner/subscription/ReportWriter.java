package io.amoeba.partitioner.subscription;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.amoeba.partitioner.placement.Cohort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the task manager's report. Stateless. */
final class ReportWriter {

  private static final JsonFactory JSON = new JsonFactory();

  private ReportWriter() {}

  /** A last report: nothing is here any more. */
  static byte[] farewell(PlacementSubscription subscription, TaskManagerIdentity taskManager)
      throws IOException {
    return write(new PlacementSubscription(Duration.ZERO), subscription.copy(), taskManager, null);
  }

  static byte[] write(
      PlacementSubscription subscription,
      TaskManagerIdentity taskManager,
      @Nullable PlacementDocument last)
      throws IOException {
    return write(subscription, subscription.copy(), taskManager, last);
  }

  private static byte[] write(
      PlacementSubscription subscription,
      String copy,
      TaskManagerIdentity taskManager,
      @Nullable PlacementDocument last)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("taskManager", taskManager.id());
      json.writeStringField("copy", copy);
      json.writeStringField("host", taskManager.host());
      json.writeArrayFieldStart("nodeHosts");
      for (String host : taskManager.nodeHosts()) {
        json.writeString(host);
      }
      json.writeEndArray();
      if (last != null) {
        json.writeStringField("coordinator", last.coordinator());
        json.writeNumberField("version", last.version());
      }
      json.writeNumberField("refusedMaps", subscription.refusedDocuments());
      json.writeNumberField("staleMaps", subscription.staleMaps());
      writeRouters(subscription, json);
      writeGates(subscription, json);
      writeDirects(subscription, json);
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private static void writeRouters(PlacementSubscription subscription, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("routers");
    for (RouterRegistration router : subscription.routers()) {
      if (router.targets() == 0) {
        continue; // has not opened yet
      }
      writeEdge(json, router.edge(), router.subtask(), router.parallelism());
      long active = router.activeEpoch();
      json.writeNumberField("targets", router.targets());
      json.writeStringField("incarnation", Cohort.toText(router.incarnation()));
      json.writeNumberField(
          "prepared", router.preparedEpoch(subscription.placement(router.edge())));
      json.writeNumberField("active", active);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeGates(PlacementSubscription subscription, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("gates");
    for (GateRegistration gate : subscription.gates()) {
      GateRegistration.Finish finish = gate.finish();
      if (!finish.known()) {
        continue; // has not heard of every router yet
      }
      writeEdge(json, gate.edge(), gate.subtask(), gate.parallelism());
      json.writeNumberField("epoch", finish.epoch());
      json.writeStringField("cohort", Cohort.toText(finish.cohortHash()));
      json.writeNumberField("held", gate.held());
      json.writeNumberField("lastHoldMicros", gate.lastHoldMicros());
      json.writeArrayFieldStart("ended");
      for (Map.Entry<Integer, Long> router : gate.endedRouters().entrySet()) {
        json.writeStartObject();
        json.writeNumberField("router", router.getKey());
        json.writeStringField("incarnation", Cohort.toText(router.getValue()));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeDirects(PlacementSubscription subscription, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("direct");
    for (DirectRegistration direct : subscription.directs()) {
      json.writeStartObject();
      json.writeStringField("operator", direct.operator());
      json.writeNumberField("parallelism", direct.parallelism());
      json.writeNumberField("epoch", direct.epoch());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeEdge(JsonGenerator json, EdgeId edge, int subtask, int parallelism)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("job", edge.job());
    json.writeStringField("operator", edge.operator());
    json.writeNumberField("subtask", subtask);
    json.writeNumberField("parallelism", parallelism);
  }
}
