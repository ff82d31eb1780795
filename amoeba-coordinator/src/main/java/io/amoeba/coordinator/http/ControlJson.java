package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanBook;
import org.jspecify.annotations.Nullable;

/** Mode, pause and drill, as they are in status and state. Immutable. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ControlJson(
    Mode mode,
    boolean paused,
    @Nullable String pausedBy,
    @Nullable Long pausedAtMillis,
    Drill.Status drill) {

  static ControlJson of(HttpServer.World world) {
    PlanBook.Pause pause = world.board().book().pause().orElse(null);
    return new ControlJson(
        world.knowledge().mode(),
        pause != null,
        pause == null ? null : pause.by(),
        pause == null ? null : pause.at().toEpochMilli(),
        world.drill().status());
  }
}
