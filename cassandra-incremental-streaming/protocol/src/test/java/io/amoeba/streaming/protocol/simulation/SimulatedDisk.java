package io.amoeba.streaming.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The small files of a node, each of which is replaced as the agent does it: a text is written
 * beside it and forced, takes its name, and the name is forced. What a killed process has changed
 * stays. A loss of power takes any number of the last names that were not forced, and any part of a
 * text that was not.
 */
final class SimulatedDisk {

  private static final class Text {

    final String content;
    boolean forced;

    Text(String content) {
      this.content = content;
    }
  }

  private record Renamed(String name, Text text) {}

  private final World world;

  /** A source of its own, which leaves the rest of a schedule as it is. */
  private final Random random;

  private final Map<String, Text> seen = new TreeMap<>();
  private final Map<String, Text> durable = new TreeMap<>();
  private final List<Renamed> unforced = new ArrayList<>();

  SimulatedDisk(World world) {
    this.world = world;
    random = new Random(world.power.nextLong());
  }

  /**
   * Replaces a file; a process that is killed in the middle has come anywhere.
   *
   * @param before what is on the disk before anything of the file is
   */
  void write(String name, String content, Runnable before) {
    List<Runnable> steps = steps(name, content, before);
    try {
      world.mayCrash();
    } catch (Crash crash) {
      steps.subList(0, random.nextInt(steps.size())).forEach(Runnable::run);
      throw crash;
    }
    steps.forEach(Runnable::run);
    world.mayCrash();
  }

  void write(String name, String content) {
    write(name, content, () -> {});
  }

  private List<Runnable> steps(String name, String content, Runnable before) {
    Text text = new Text(content);
    return List.of(
        before,
        () -> text.forced = world.mutant != Mutant.RENAMED_BEFORE_FORCED,
        () -> {
          seen.put(name, text);
          unforced.add(new Renamed(name, text));
        },
        () -> {
          if (world.mutant != Mutant.ACKNOWLEDGED_BEFORE_FORCED) {
            unforced.forEach(renamed -> durable.put(renamed.name(), renamed.text()));
            unforced.clear();
          }
        });
  }

  /** A file is there, without a process that writes it. */
  void put(String name, String content) {
    Text text = new Text(content);
    text.forced = true;
    seen.put(name, text);
    durable.put(name, text);
    unforced.removeIf(renamed -> renamed.name().equals(name));
  }

  /** A file is not there, without a process that deletes it. */
  void remove(String name) {
    seen.remove(name);
    durable.remove(name);
    unforced.removeIf(renamed -> renamed.name().equals(name));
  }

  Optional<String> read(String name) {
    return Optional.ofNullable(seen.get(name)).map(text -> text.content);
  }

  Set<String> names() {
    return seen.keySet();
  }

  /** The node's process is killed: its machine may have lost power. */
  void killed() {
    if (!world.losesPower(random)) {
      return;
    }
    unforced
        .subList(0, random.nextInt(unforced.size() + 1))
        .forEach(renamed -> durable.put(renamed.name(), renamed.text()));
    unforced.clear();
    durable.replaceAll((name, text) -> text.forced ? text : torn(text));
    seen.clear();
    seen.putAll(durable);
  }

  private Text torn(Text text) {
    Text torn = new Text(text.content.substring(0, random.nextInt(text.content.length())));
    torn.forced = true;
    return torn;
  }
}
