package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.text.HostSyntax;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Lists the background work of a store's servers. */
@Command(
    name = "upkeep",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the background work of each Redis server: what runs, how the last one ended, and when"
          + " the next one comes by itself.",
      "A shard's primary comes first, its replicas are indented. Times are by the servers' clocks."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba upkeep",
      "  amoeba upkeep --json",
      "",
      ServiceCommand.FOOTER
    })
public final class UpkeepCommand extends ServiceCommand {

  private static final double MICROS_PER_MILLI = 1_000;

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    return access.get("/api/v1/upkeep");
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    Table table =
        new Table("SERVER", "ROLE", "NOW", "STALL", "WORK", "LAST", "TOOK", "RESULT", "NEXT", "BY");
    for (JsonNode shard : answer.path("shards")) {
      shard.path("servers").forEach(server -> rows(server, table));
    }
    if (table.isEmpty()) {
      out.println("No server is known yet; amoeba status shows the reason.");
    } else {
      table.print(out, "");
    }
  }

  /** A row for each kind of work that the server does. */
  private static void rows(JsonNode server, Table table) {
    String role = server.path("role").asText();
    String address =
        "%s%s:%s"
            .formatted(
                role.equals("primary") ? "" : "  ",
                HostSyntax.inUrl(server.path("host").asText()),
                server.path("port").asText());
    JsonNode upkeep = server.path("upkeep");
    if (!upkeep.isObject()) {
      table.row(address, role, "no answer", "", "", "", "", "", "", "");
      return;
    }
    boolean first = true;
    for (JsonNode work : upkeep.path("works")) {
      JsonNode last = work.path("last");
      JsonNode next = work.path("next");
      boolean done =
          last.path("seconds").isNumber() || last.path("result").asText().equals("failed");
      if (first || done || !next.path("forecast").asText().equals("not_due")) {
        table.row(
            first ? address : "",
            first ? role : "",
            first ? running(upkeep.path("running")) : "",
            first ? stall(upkeep.path("forkMicros")) : "",
            work.path("kind").asText(),
            Shown.time(last.path("atMillis")),
            last.path("seconds").isNumber() ? last.path("seconds").asText() + " s" : Shown.UNKNOWN,
            last.path("result").asText(),
            Shown.time(next.path("atMillis")),
            next.path("reason").asText());
      }
      first = false;
    }
  }

  private static String running(JsonNode running) {
    if (!running.isObject()) {
      return Shown.UNKNOWN;
    }
    JsonNode share = running.path("share");
    return running.path("kind").asText() + (share.isNumber() ? " " + Shown.share(share) : "");
  }

  private static String stall(JsonNode micros) {
    return micros.asLong() > 0
        ? String.format(Locale.ROOT, "%.1f ms", micros.asLong() / MICROS_PER_MILLI)
        : Shown.UNKNOWN;
  }
}
