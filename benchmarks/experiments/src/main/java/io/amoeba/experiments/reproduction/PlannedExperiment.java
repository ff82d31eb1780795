package io.amoeba.experiments.reproduction;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An experiment that {@code bench all} runs. Immutable.
 *
 * @param name of its files
 * @param guide page below {@code docs} that describes it
 * @param command arguments of {@code ./amoeba}, separated by spaces
 * @param quick the same for smaller sizes and shorter phases; null: {@code --quick} leaves it out
 * @param minutes that the command takes on two CPUs
 * @param containers whether it needs a container engine
 * @param needs CPUs, memory and disk, for the page
 */
record PlannedExperiment(
    String name,
    String guide,
    String command,
    @Nullable String quick,
    int minutes,
    int quickMinutes,
    boolean containers,
    String needs) {
  /** As for documented results, or all experiments in half an hour. */
  enum Size {
    FULL,
    QUICK
  }

  boolean has(Size size) {
    return size == Size.FULL || quick != null;
  }

  /** Its command; without one of this size, the full one. */
  String command(Size size) {
    return size == Size.FULL || quick == null ? command : quick;
  }

  Duration expected(Size size) {
    return Duration.ofMinutes(size == Size.FULL ? minutes : quickMinutes);
  }

  static List<String> words(String command) {
    return List.of(command.split(" "));
  }
}
