package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.text.DurationText;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of a command as they were given, and everything that is wrong with them: each problem
 * names the option, its value and the remedy. Confined to one thread.
 */
public final class GivenOptions {
  private final CommandSpec spec;
  private final ParseResult parsed;
  private final List<String> problems = new ArrayList<>();

  private GivenOptions(CommandSpec spec) {
    this.spec = spec;
    this.parsed = spec.commandLine().getParseResult();
  }

  /**
   * With what the parser found, and values out of their range.
   *
   * @param spec of a command whose parser collects errors
   */
  public static GivenOptions of(CommandSpec spec) {
    GivenOptions given = new GivenOptions(spec);
    given.parsed.errors().forEach(error -> given.problem(text(error)));
    spec.options().forEach(given::checkValue);
    return given;
  }

  private static String text(Exception error) {
    if (error instanceof ParameterException parameter
        && parameter.getArgSpec() instanceof OptionSpec option
        && parameter.getValue() != null) {
      String remedy = remedy(option);
      if (remedy == null) {
        remedy =
            error.getCause() instanceof TypeConversionException conversion
                ? String.valueOf(conversion.getMessage())
                : "see --help";
      }
      return "%s is '%s': %s".formatted(option.longestName(), parameter.getValue(), remedy);
    }
    return error instanceof MissingParameterException
        ? error.getMessage() + ": specify it, or see --help"
        : String.valueOf(error.getMessage());
  }

  /** What to use instead; null: only the option's converter knows. */
  private static @Nullable String remedy(ArgSpec option) {
    Class<?> type =
        option.isMultiValue() ? option.auxiliaryTypes()[0] : option.typeInfo().getType();
    if (option.userObject() instanceof Field field) {
      Within range = field.getAnnotation(Within.class);
      if (range != null) {
        return "use %s from %s to %s%s"
            .formatted(
                kind(type),
                range.least(),
                range.most(),
                type == Duration.class ? ", such as 90s or 2m" : "");
      }
      OneOf choice = field.getAnnotation(OneOf.class);
      if (choice != null) {
        return "use " + String.join(" or ", choice.value());
      }
    }
    if (option.converters().length > 0) {
      return null;
    }
    return type.isEnum()
        ? "use "
            + String.join(
                " or ",
                Arrays.stream(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT))
                    .toList())
        : "use " + kind(type);
  }

  private static String kind(Class<?> type) {
    if (type == Duration.class) {
      return "a time";
    }
    return type == double.class || type == Double.class ? "a number" : "an integer";
  }

  private void checkValue(OptionSpec option) {
    if (!parsed.hasMatchedOption(option)
        || !(option.userObject() instanceof Field field)
        || option.<Object>getValue() == null) {
      return;
    }
    Object value = option.getValue();
    Within range = field.getAnnotation(Within.class);
    OneOf choice = field.getAnnotation(OneOf.class);
    Collection<?> values = value instanceof Collection<?> list ? list : List.of(value);
    for (Object each : values) {
      boolean wrong =
          range != null && !isWithin(each, range)
              || choice != null && !List.of(choice.value()).contains(each.toString());
      if (wrong) {
        String text =
            value instanceof Collection<?>
                ? each.toString()
                : option.stringValues().get(option.stringValues().size() - 1);
        problem("%s is '%s': %s".formatted(option.longestName(), text, remedy(option)));
      }
    }
  }

  private static boolean isWithin(Object value, Within range) {
    if (value instanceof Duration time) {
      Duration least = DurationText.parse(range.least()).orElseThrow();
      Duration most = DurationText.parse(range.most()).orElseThrow();
      return time.compareTo(least) >= 0 && time.compareTo(most) <= 0;
    }
    double number = ((Number) value).doubleValue();
    return number >= Double.parseDouble(range.least())
        && number <= Double.parseDouble(range.most());
  }

  /** Everything that was found so far. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /**
   * Reports everything that is wrong.
   *
   * @return whether there is something
   */
  public boolean refused() {
    PrintWriter err = spec.commandLine().getErr();
    if (!problems.isEmpty()) {
      err.println("Invalid options:");
      problems.forEach(problem -> err.println("- " + problem));
      err.flush();
    }
    return !problems.isEmpty();
  }

  /** Adds something that is wrong, with its remedy. */
  public void problem(String text) {
    // The parser may find the same more than once.
    if (!problems.contains(text)) {
      problems.add(text);
    }
  }

  /**
   * The value with this text; empty if there is none, which is a problem, or no text.
   *
   * @param all at least two
   */
  public <E> Optional<E> one(String option, @Nullable String text, List<E> all) {
    if (text == null) {
      return Optional.empty();
    }
    List<String> names = all.stream().map(Object::toString).toList();
    int last = names.size() - 1;
    if (!names.contains(text)) {
      problem(
          "%s is '%s': use %s or %s"
              .formatted(option, text, String.join(", ", names.subList(0, last)), names.get(last)));
      return Optional.empty();
    }
    return Optional.of(all.get(names.indexOf(text)));
  }

  /** The values with these texts, with commas between them; none if one is wrong, a problem. */
  public <E> List<E> some(String option, String text, List<E> all) {
    try {
      return new Listed.Names<>(all).convert(text).values();
    } catch (TypeConversionException e) {
      problem("%s is '%s': %s".formatted(option, text, e.getMessage()));
      return List.of();
    }
  }

  /** Whether an option is on the command line, with whatever value. */
  public boolean has(String option) {
    return parsed.hasMatchedOption(option)
        || parsed.errors().stream()
            .anyMatch(
                error ->
                    error instanceof ParameterException parameter
                        && parameter.getArgSpec() instanceof OptionSpec spec
                        && spec.longestName().equals(option));
  }

  /** Reports each of these options that was given, since it contradicts something else. */
  public void refuse(String with, List<String> options) {
    for (String option : options) {
      if (has(option)) {
        problem("%s cannot be combined with %s: omit it".formatted(option, with));
      }
    }
  }

  /** Reports a number out of a range that is not known before. */
  public void requireWithin(String option, double value, double least, double most) {
    if (has(option) && !(value >= least && value <= most)) {
      problem(
          "%s is '%s': use %s from %s to %s"
              .formatted(
                  option,
                  plain(value),
                  least == Math.rint(least) ? "an integer" : "a number",
                  plain(least),
                  plain(most)));
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }

  /** Reports a file that cannot be read more than once, if one is named. */
  public void requireReadable(String option, @Nullable Path file) {
    String obstacle = file == null ? null : obstacle(file);
    if (obstacle != null) {
      problem("%s is '%s': %s".formatted(option, file, obstacle));
    }
  }

  private static @Nullable String obstacle(Path file) {
    if (Files.isDirectory(file)) {
      return "that is a folder; name a file";
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return "that is a pipe or device, and a file is read more than once; save it, and name the file";
    }
    return Files.isReadable(file) ? null : "there is no readable file; check the path";
  }

  /** Reports a file that cannot be written, if one is named. */
  public void requireWritable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    boolean usable =
        !Files.isDirectory(file)
            && (Files.exists(file)
                ? Files.isWritable(file)
                : folder != null && Files.isDirectory(folder) && Files.isWritable(folder));
    if (!usable) {
      problem(
          "%s is '%s': the file cannot be written; name a file in a folder that exists and can be written"
              .formatted(option, file));
    }
  }

  /** Reports a folder that neither exists nor can be created, if one is named. */
  public void requireFolder(String option, @Nullable Path folder) {
    if (folder != null && !canHoldFiles(folder)) {
      problem(
          "%s is '%s': no files can be written there; name a folder that can be written or created"
              .formatted(option, folder));
    }
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
