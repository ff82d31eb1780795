package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Configuration of servers in their own formats: defaults on the class path, and their files.
 * Stateless.
 */
public final class ConfigResource {
  private ConfigResource() {}

  /** The text of a file beside a class. */
  public static String text(Class<?> owner, String name) {
    try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + name + " on the class path", e);
    }
  }

  /** Command-line options, one a line, without comments. */
  public static List<String> options(Class<?> owner, String name) {
    return text(owner, name)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /**
   * Writes the file of a server.
   *
   * @throws ServerException if that fails
   */
  public static Path write(Path file, List<String> lines) {
    try {
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new ServerException("Cannot write " + file, e);
    }
  }

  /** A properties file as a map that can be changed. */
  public static Map<String, String> properties(Class<?> owner, String name) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text(owner, name)));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + name + " on the class path", e);
    }
    Map<String, String> map = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> map.put(key, properties.getProperty(key)));
    return map;
  }
}
