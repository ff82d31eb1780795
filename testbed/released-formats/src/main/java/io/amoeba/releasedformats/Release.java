package io.amoeba.releasedformats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A release, and the folder {@code release-VERSION} of a module's test resources with what it has
 * written. Immutable.
 */
public record Release(Version version, Path folder) {

  /**
   * The property that names a release to be made: tests then keep what today's code writes as what
   * that release has written. They change nothing that is kept already.
   */
  public static final String MADE = "amoeba.formats.release";

  private static final String PREFIX = "release-";

  /** Of the module whose tests run: Maven runs them in the module's folder. */
  private static final Path RESOURCES = Path.of("src", "test", "resources");

  /** All of which something is kept, the newest last. */
  public static List<Release> all() {
    return all(RESOURCES);
  }

  /** The same of another module, by its test resources. */
  public static List<Release> all(Path resources) {
    try (Stream<Path> folders = Files.list(resources)) {
      return folders
          .filter(folder -> folder.getFileName().toString().startsWith(PREFIX))
          .map(folder -> in(resources, folder.getFileName().toString().substring(PREFIX.length())))
          .sorted(Comparator.comparing(Release::version))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(resources + " cannot be listed", e);
    }
  }

  /** The one that {@link #MADE} names. */
  public static Optional<Release> made() {
    return Optional.ofNullable(System.getProperty(MADE)).map(version -> in(RESOURCES, version));
  }

  /** What it has written in a format, by the names of the samples; lines {@code sample=text}. */
  public Map<String, String> texts(String format) {
    Path file = file(format);
    Map<String, String> texts = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int end = line.indexOf('=');
        if (end < 1) {
          throw new IllegalStateException(file + " has a line without a sample: " + line);
        }
        texts.put(line.substring(0, end), line.substring(end + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
    return texts;
  }

  Path file(String format) {
    return folder.resolve(format + ".txt");
  }

  static Release in(Path resources, String version) {
    return new Release(Version.parse(version), resources.resolve(PREFIX + version));
  }

  @Override
  public String toString() {
    return "release " + version;
  }
}
