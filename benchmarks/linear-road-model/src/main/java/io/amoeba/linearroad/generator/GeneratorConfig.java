package io.amoeba.linearroad.generator;

import java.util.ArrayList;
import java.util.List;

/**
 * Traffic to generate. Invalid values are reported all at once as {@link IllegalArgumentException}.
 * Immutable.
 *
 * @param startSecond the first second; a fleet of that second is on the road already
 * @param durationSeconds number of generated seconds
 * @param vehiclesPerExpressway the full fleet of an expressway
 * @param accidentsPerHour per expressway
 * @param seed equal configurations give equal records
 */
public record GeneratorConfig(
    TrafficMode mode,
    int expressways,
    int startSecond,
    int durationSeconds,
    int vehiclesPerExpressway,
    int accidentsPerHour,
    long seed) {
  private static final int MAX_SECOND = 10_000_000;

  public GeneratorConfig {
    List<String> problems = new ArrayList<>();
    require(problems, "expressways", expressways, 1, 100_000);
    require(problems, "startSecond", startSecond, 0, MAX_SECOND);
    require(problems, "durationSeconds", durationSeconds, 1, MAX_SECOND);
    require(problems, "vehiclesPerExpressway", vehiclesPerExpressway, 1, 1_000_000);
    require(problems, "accidentsPerHour", accidentsPerHour, 0, 3600);
    if ((long) startSecond + durationSeconds > MAX_SECOND) {
      problems.add(
          "startSecond + durationSeconds is more than " + MAX_SECOND + ": generate fewer seconds");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "bad generator configuration: " + String.join("; ", problems));
    }
  }

  private static void require(
      List<String> problems, String key, int value, int least, int greatest) {
    if (value < least || value > greatest) {
      problems.add(key + " is " + value + ": use an integer from " + least + " to " + greatest);
    }
  }

  /** Traffic of a mode from second 0 on, with the default fleet and accidents of the mode. */
  public static GeneratorConfig of(
      TrafficMode mode, int expressways, int durationSeconds, long seed) {
    return new GeneratorConfig(
        mode,
        expressways,
        0,
        durationSeconds,
        mode.defaultVehiclesPerExpressway(),
        mode.defaultAccidentsPerHour(),
        seed);
  }

  public GeneratorConfig withStartSecond(int second) {
    return new GeneratorConfig(
        mode, expressways, second, durationSeconds, vehiclesPerExpressway, accidentsPerHour, seed);
  }

  public GeneratorConfig withVehiclesPerExpressway(int vehicles) {
    return new GeneratorConfig(
        mode, expressways, startSecond, durationSeconds, vehicles, accidentsPerHour, seed);
  }

  /** The second after the last generated one. */
  public int endSecond() {
    return startSecond + durationSeconds;
  }
}
