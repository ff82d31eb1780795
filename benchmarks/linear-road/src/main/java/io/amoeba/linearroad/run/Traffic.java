package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.Histories;
import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.RecordSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The input of a run. Immutable. */
public sealed interface Traffic {
  /**
   * Traffic from the generator, with the full fleet on the road from its first second on.
   *
   * @param duration wall-clock time of feeding
   */
  record Generated(
      TrafficMode mode, int expressways, int vehiclesPerExpressway, long seed, Duration duration)
      implements Traffic {
    /** Longer than any run; the generator is stopped before. */
    private static final int ENDLESS_SECONDS = 9_000_000;

    /** 51,000 vehicles, each in Flink's heap with its status and in two minutes' statistics. */
    private static final long BYTES_PER_VEHICLE = 800;

    /**
     * Vehicles that have left keep their status, some 140 bytes: up to three of a hundred reports
     * of the specification's traffic are the first of a new vehicle, and there may be 50,000 a
     * second.
     */
    private static final long DEPARTED_MEGABYTES_PER_MINUTE = 16;

    private static final long MOST_DEPARTED_MEGABYTES = 2_048;

    private static final long BYTES_PER_MEGABYTE = 1 << 20;
    private static final long MOST_MEGABYTES = 1 << 20;

    /** Of the generator, which would continue far longer than any run. */
    GeneratorConfig config() {
      return GeneratorConfig.of(mode, expressways, ENDLESS_SECONDS, seed)
          .withStartSecond(mode.fullFleetSecond())
          .withVehiclesPerExpressway(vehiclesPerExpressway);
    }

    /** Heap that all TaskManagers together need for its state. */
    public int stateMegabytes() {
      long fleet = (long) expressways * vehiclesPerExpressway * BYTES_PER_VEHICLE;
      long departed =
          mode == TrafficMode.SPECIFICATION
              ? Math.min(
                  (duration.toMinutes() + 1) * DEPARTED_MEGABYTES_PER_MINUTE,
                  MOST_DEPARTED_MEGABYTES)
              : 0;
      return (int) Math.min(fleet / BYTES_PER_MEGABYTE + departed, MOST_MEGABYTES);
    }
  }

  /**
   * A file in the original format, and where the answers go.
   *
   * @param lines of the input
   * @param clampedSpeeds position reports whose speed the dialect reads as 100 mph
   */
  record FromFile(
      Path input,
      InputDialect dialect,
      long lines,
      long clampedSpeeds,
      Histories histories,
      Path output)
      implements Traffic {

    /** How values outside the specification were read; empty if there are none. */
    public Optional<String> reading() {
      return dialect.reading(clampedSpeeds);
    }
  }

  /** The first second that has input; a file may start later. */
  default int firstSecond() {
    return this instanceof Generated generated ? generated.mode.fullFleetSecond() : 0;
  }

  /** All of it, from its first second on. */
  default RecordSource open() throws IOException {
    return this instanceof FromFile file
        ? InputFile.read(file.input, file.dialect)
        : TrafficGenerator.of(((Generated) this).config());
  }

  /** Its histories; generated ones go into the folder. */
  default Histories histories(Path folder) throws IOException {
    return this instanceof Generated generated
        ? Histories.generate(generated.expressways, generated.seed, folder)
        : ((FromFile) this).histories;
  }

  /** How much of a run is over, 0 … 1, after feeding so many records in this time. */
  default double part(long records, Duration elapsed) {
    return this instanceof FromFile file
        ? (file.lines == 0 ? 1 : (double) records / file.lines)
        : (double) elapsed.toMillis() / ((Generated) this).duration.toMillis();
  }
}
