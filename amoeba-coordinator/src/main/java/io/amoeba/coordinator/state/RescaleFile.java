package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.rescale.OpenRescale;
import io.amoeba.coordinator.execute.rescale.OpenRescale.Successor;
import io.amoeba.coordinator.execute.rescale.RescaleJournal;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.RescaleWay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the change of parallelism that has begun in a file, which exists only meanwhile. Confined
 * to one thread.
 */
public final class RescaleFile implements RescaleJournal {

  private final JournalFile file;

  /** A file that need not exist yet; its folder must. */
  public RescaleFile(Path file, Leadership leadership) {
    this.file = new JournalFile("rescale file", file, leadership);
  }

  /** Where the journal for the plans in a file is: {@code plans.json.rescale} for one. */
  public static Path path(Path plans) {
    return plans.resolveSibling(plans.getFileName() + ".rescale");
  }

  @Override
  public Optional<OpenRescale> open() {
    return file.read(
        RescaleFile::rescale,
        "See whether the job runs, start it from its savepoint if it does not");
  }

  @Override
  public void write(OpenRescale rescale) {
    ObjectNode node = JournalFile.document();
    node.put("job", rescale.job())
        .put("name", rescale.name())
        .put("way", rescale.way().text())
        .put("from", rescale.from())
        .put("to", rescale.to())
        .put("parallelism", rescale.parallelism());
    rescale.operators().forEach(node.putArray("operators")::add);
    node.put("trigger", rescale.trigger())
        .put("savepoint", rescale.savepoint())
        .put("successor", rescale.successor().job())
        .put("withdrawn", rescale.successor().withdrawn());
    file.write(node, rescale.text() + " and does not continue");
  }

  @Override
  public void end() {
    file.delete();
  }

  private static OpenRescale rescale(JsonNode node) {
    List<String> operators = new ArrayList<>();
    node.path("operators").forEach(operator -> operators.add(operator.asText()));
    int from = number(node, "from");
    int to = number(node, "to");
    int parallelism = number(node, "parallelism");
    if (parallelism != from && parallelism != to) {
      throw new IllegalArgumentException("parallelism is neither from nor to");
    }
    return new OpenRescale(
        text(node, "job"),
        text(node, "name"),
        RescaleWay.of(text(node, "way")),
        from,
        to,
        parallelism,
        operators,
        text(node, "trigger"),
        text(node, "savepoint"),
        new Successor(text(node, "successor"), node.path("withdrawn").asBoolean()));
  }

  private static int number(JsonNode node, String field) {
    if (node.path(field).asInt() < 1) {
      throw new IllegalArgumentException(field + " is missing or less than 1");
    }
    return node.path(field).asInt();
  }

  private static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asText();
  }
}
