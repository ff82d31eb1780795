package io.amoeba.coordinator.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.changes.routing.EdgeState;
import io.amoeba.coordinator.command.CommandJournal.Begun;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.lease.Claim;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.releasedformats.ReleasedFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coordinators of two releases, one after the other: what is in the files between them. */
class ReleasedFormatsTest {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  @TempDir private Path folder = Path.of("");

  private Path file() {
    return folder.resolve("file.json");
  }

  /** The order of fields says nothing, and the checksum follows from all else. */
  private static String meaning(String text) {
    try {
      Map<String, Object> fields = JSON.readValue(text, new TypeReference<>() {});
      fields.remove(CheckedFile.CHECKSUM);
      return JSON.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ReleasedFormat<PlanBook> plans() {
    ReleasedFormat<PlanBook> plans =
        new ReleasedFormat<PlanBook>(
                "plans",
                book -> {
                  new PlanFile(file(), Leadership.ALONE).save(book);
                  return Files.readString(file());
                },
                text -> new PlanFile(written(text), Leadership.ALONE).load())
            .comparing(ReleasedFormatsTest::meaning);
    ReleasedPlans.all().forEach(plans::sample);
    return plans;
  }

  private ReleasedFormat<Entry> operations() {
    ReleasedFormat<Entry> operations =
        new ReleasedFormat<Entry>(
                "operation",
                entry -> {
                  new OperationFile(file(), Leadership.ALONE).write(entry);
                  return Files.readString(file());
                },
                text ->
                    new OperationFile(written(text), Leadership.ALONE)
                        .open(ReleasedOperations.STATES)
                        .orElseThrow())
            .comparing(ReleasedFormatsTest::meaning);
    ReleasedOperations.all().forEach(operations::sample);
    return operations;
  }

  private ReleasedFormat<Begun> starts() {
    return new ReleasedFormat<Begun>(
            "start",
            begun -> {
              new StartFile(file(), Leadership.ALONE).begin(begun);
              return Files.readString(file());
            },
            text -> new StartFile(written(text), Leadership.ALONE).open().orElseThrow())
        .comparing(ReleasedFormatsTest::meaning)
        .sample("begun", new Begun(4_194_304, Instant.ofEpochMilli(1_796_008_883_123L)));
  }

  private ReleasedFormat<List<EdgeState>> placements() {
    return new ReleasedFormat<List<EdgeState>>(
            "placements",
            edges -> {
              new StateFile(file(), Leadership.ALONE).save(edges);
              return Files.readString(file());
            },
            text -> new StateFile(written(text), Leadership.ALONE).load())
        .comparing(ReleasedFormatsTest::meaning)
        .sample("none", List.of())
        .sample("prepared", List.of(edge("Toll", Phase.PREPARE, Optional.empty())))
        .sample(
            "committed",
            List.of(
                edge("Toll", Phase.COMMIT, Optional.of(new Completed(6, List.of(-1L, 12L)))),
                edge("Seg/Stats", Phase.COMMIT, Optional.of(new Completed(0, List.of())))));
  }

  private static EdgeState edge(String operator, Phase phase, Optional<Completed> completed) {
    PlacementMap map =
        PlacementMap.ofRanges(
            7, 2, List.of(new HashSlotRange(0, 5_460, 1), new HashSlotRange(5_461, 16_383, 0)));
    return new EdgeState(
        new EdgeId("a1b2", operator), 2, Optional.of(map), phase, completed, List.of(), -2, 8);
  }

  private ReleasedFormat<Claim> leaders() {
    return new ReleasedFormat<Claim>(
            "leader",
            claim -> {
              Path terms = Files.createTempDirectory(folder, "terms");
              assertThat(new TermFolder(terms).take(claim)).isTrue();
              return Files.readString(leader(terms));
            },
            text -> {
              Path terms = Files.createTempDirectory(folder, "terms");
              Files.createDirectory(terms.resolve("term-0000000017"));
              Files.writeString(leader(terms), text);
              return new TermFolder(terms).newest().orElseThrow();
            })
        .comparing(ReleasedFormatsTest::meaning)
        .sample("leads", new Claim(17, "1f0c", "http://a:7070/", 70_000_000_000L, false))
        .sample("resigned", new Claim(17, "1f0c", "https://[fe80::4]:7070/", 2, true));
  }

  private static Path leader(Path terms) {
    return terms.resolve("term-0000000017").resolve("leader.json");
  }

  private Path written(String text) throws IOException {
    return Files.writeString(file(), text);
  }

  @Test
  void plansAreUnderstood() throws Exception {
    plans().check();
  }

  @Test
  void openOperationsAreUnderstood() throws Exception {
    operations().check();
  }

  @Test
  void startedCommandsAreUnderstood() throws Exception {
    starts().check();
  }

  @Test
  void placementMapsAreUnderstood() throws Exception {
    placements().check();
  }

  @Test
  void leadersAreUnderstood() throws Exception {
    leaders().check();
  }

  /** A new kind is in a file one day, and an earlier release meets it after a rollback. */
  @Test
  void everyKindOfChangeHasASample() {
    List<String> kinds = Changes.ALL.stream().map(Changes::kind).toList();

    assertThat(ReleasedPlans.all().values())
        .flatExtracting(PlanBook::newestFirst)
        .extracting(plan -> plan.plan().action().kind())
        .containsAll(kinds);
    assertThat(ReleasedPlans.all().values())
        .flatExtracting(PlanBook::newestFirst)
        .extracting(plan -> plan.done().getClass().getAnnotation(JsonTypeName.class))
        .containsAll(
            Changes.ALL.stream()
                .map(Change::progress)
                .map(progress -> progress.getAnnotation(JsonTypeName.class))
                .toList());
    assertThat(ReleasedOperations.all().values())
        .extracting(Entry::kind)
        .containsAll(kinds.stream().filter(kind -> !kind.equals(AlignRouting.KIND)).toList());
  }

  /** Nothing is damaged then, and a person who deletes the file loses what is half done. */
  @Test
  void aLaterFormatIsRefusedWithTheReleaseThatWroteItAsTheFirstRemedy() throws Exception {
    assertRefusesTheNextOf(plans(), "plan file");
    assertRefusesTheNextOf(operations(), "operation file");
    assertRefusesTheNextOf(starts(), "start file");
    assertRefusesTheNextOf(placements(), "state file");
  }

  private <T> void assertRefusesTheNextOf(ReleasedFormat<T> format, String name) throws Exception {
    for (String text : format.texts()) {
      ObjectNode later = CheckedFile.fields(text.getBytes(UTF_8));
      later.put(CheckedFile.FORMAT, 2);
      written(new String(CheckedFile.bytes(later), UTF_8));

      assertThatThrownBy(() -> reader(name).accept(file()))
          .as(text)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith(
              name
                  + " "
                  + file()
                  + " cannot be read: it is of format 2, and this coordinator knows format 1. Start"
                  + " the release that wrote it, or a later one. If there is none: ");
    }
  }

  private static Consumer<Path> reader(String name) {
    return switch (name) {
      case "plan file" -> path -> new PlanFile(path, Leadership.ALONE).load();
      case "operation file" ->
          path -> new OperationFile(path, Leadership.ALONE).open(ReleasedOperations.STATES);
      case "start file" -> path -> new StartFile(path, Leadership.ALONE).open();
      case "state file" -> path -> new StateFile(path, Leadership.ALONE).load();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Such as 4294967297, of which a reader of 32 bits sees the last one. */
  @Test
  void anImpossibleFormatIsNotTakenForTheFirst() throws Exception {
    for (String format : new String[] {"4294967297", "1.5", "\"1\"", "null", "true"}) {
      for (String name : new String[] {"plan file", "operation file", "start file", "state file"}) {
        written("{\"format\":" + format + ",\"edges\":[],\"plans\":[],\"made\":0}");

        assertThatThrownBy(() -> reader(name).accept(file()))
            .as("%s of format %s", name, format)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("format");
      }
    }
  }
}
