package io.amoeba.agentkit.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where options come from: the agent's arguments, {@code key=value,…}, and beneath them a file that
 * Cassandra has on its class path like cassandra.yaml ({@code config=path} names another one).
 */
public final class OptionSource {

  private OptionSource() {}

  /**
   * What is given, with everything that cannot be read as errors.
   *
   * @param fileName of the file on the class path, which may be absent
   */
  public static OptionValues read(String arguments, String fileName) {
    List<String> errors = new ArrayList<>();
    Map<String, OptionValue> given = ArgumentLine.read(arguments, errors);
    OptionValue path = given.remove("config");
    Map<String, OptionValue> values =
        new LinkedHashMap<>(
            OptionFile.read(path == null ? null : path.toString(), fileName, errors));
    values.putAll(given);
    return new OptionValues(values, errors);
  }
}
