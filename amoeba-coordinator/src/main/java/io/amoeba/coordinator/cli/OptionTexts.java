package io.amoeba.coordinator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the texts of options and collects what is wrong with them, so that everything is reported
 * at once. Confined to one thread.
 */
public final class OptionTexts {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(us|ms|s|m|h)");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");
  private static final double WHOLE = 100;
  private static final long NANOS_PER_MICRO = 1_000;

  private final List<String> problems = new ArrayList<>();

  /** Everything that was found so far. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /**
   * Tells everything that is wrong.
   *
   * @return whether there is something
   */
  public boolean refused(PrintWriter err) {
    if (!problems.isEmpty()) {
      err.println("Nothing was started:");
      problems.forEach(problem -> err.println("- " + problem));
      err.flush();
    }
    return !problems.isEmpty();
  }

  /** Adds something that is wrong, with its remedy. */
  public void problem(String text) {
    problems.add(text);
  }

  /**
   * Reports each given option as one that contradicts something else.
   *
   * @param options name and whether it was given
   */
  public void refuse(String with, Map<String, Boolean> options) {
    options.forEach(
        (option, isGiven) -> {
          if (isGiven) {
            problem("%s does not go with %s: leave it out".formatted(option, with));
          }
        });
  }

  /** An integer in a range, or the value to go on with. */
  public int number(String option, @Nullable String text, int absent, int least, int greatest) {
    if (text == null) {
      return absent;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= greatest) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    problem("%s is '%s': use an integer from %d to %d".formatted(option, text, least, greatest));
    return absent;
  }

  /** A number in a range, or the value to go on with. */
  public double decimal(
      String option, @Nullable String text, double absent, double least, double greatest) {
    if (text == null) {
      return absent;
    }
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= greatest) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    problem("%s is '%s': use a number from %s to %s".formatted(option, text, least, greatest));
    return absent;
  }

  /** Any integer, or the value to go on with. */
  public long seed(String option, @Nullable String text, long absent) {
    if (text == null) {
      return absent;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      problem("%s is '%s': use an integer".formatted(option, text));
      return absent;
    }
  }

  /** A time in a range, or the value to go on with. */
  public Duration duration(
      String option, @Nullable String text, Duration absent, Duration least, Duration greatest) {
    if (text == null) {
      return absent;
    }
    Optional<Duration> read = duration(text);
    if (read.isPresent()
        && read.get().compareTo(least) >= 0
        && read.get().compareTo(greatest) <= 0) {
      return read.get();
    }
    problem(
        "%s is '%s': use a time from %s to %s, such as 90s or 2m"
            .formatted(option, text, shown(least), shown(greatest)));
    return absent;
  }

  /** A time in a range of seconds, or the value to go on with. */
  public Duration seconds(
      String option, @Nullable String text, int absent, int least, int greatest) {
    return duration(
        option,
        text,
        Duration.ofSeconds(absent),
        Duration.ofSeconds(least),
        Duration.ofSeconds(greatest));
  }

  /** A time, if the text is one. */
  public static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "us" -> Duration.ofNanos(amount * NANOS_PER_MICRO);
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          default -> Duration.ofHours(amount);
        });
  }

  /** A part (0 … 1), if the text is a percentage up to 100 %. */
  public static Optional<Double> part(String text) {
    Matcher matcher = PERCENT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double part = Double.parseDouble(matcher.group(1)) / WHOLE;
    return part <= 1 ? Optional.of(part) : Optional.empty();
  }

  private static String shown(Duration duration) {
    return duration.toMillis() % 1_000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }

  /** A file that can be read; null if there is none. */
  public @Nullable Path existing(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    Path file = Path.of(text);
    String obstacle = obstacle(file);
    if (obstacle != null) {
      problem("%s is '%s': %s".formatted(option, text, obstacle));
      return null;
    }
    return file;
  }

  /** Why a file cannot be read, and what to do; null if nothing is in the way. */
  private static @Nullable String obstacle(Path file) {
    if (Files.isDirectory(file)) {
      return "that is a folder; name a file";
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return "that is a pipe or device, and a file is read more than once; save it, and name the file";
    }
    return Files.isReadable(file) ? null : "there is no readable file; check the path";
  }

  /** A file that can be written; null if there is none. */
  public @Nullable Path writable(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    Path file = Path.of(text);
    Path folder = file.toAbsolutePath().getParent();
    boolean usable =
        !Files.isDirectory(file)
            && (Files.exists(file)
                ? Files.isWritable(file)
                : folder != null && Files.isDirectory(folder) && Files.isWritable(folder));
    if (!usable) {
      problem(
          "%s is '%s': the file cannot be written; name a file in a folder that exists and can be written"
              .formatted(option, text));
    }
    return file;
  }

  /** A folder that exists or can be created; null if there is none. */
  public @Nullable Path folder(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    Path folder = Path.of(text);
    if (!canHoldFiles(folder)) {
      problem(
          "%s is '%s': no files can be written there; name a folder that can be written or created"
              .formatted(option, text));
    }
    return folder;
  }

  private static boolean canHoldFiles(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing)) {
      return false;
    }
    try {
      // Rights alone do not tell: a file system may be read-only, and root may write everywhere.
      Files.delete(Files.createTempFile(existing, ".amoeba-", null));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
