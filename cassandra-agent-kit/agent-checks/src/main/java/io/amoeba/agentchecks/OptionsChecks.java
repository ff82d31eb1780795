package io.amoeba.agentchecks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.agentkit.patch.AgentInstallation.OptionsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The options of an agent, on its line, in its file and on its page. */
public abstract class OptionsChecks {

  private final OptionsReader<?> reader;
  private final ValuesReader valuesReader;
  private final Path page;

  /** Reads options whose spelling is checked. */
  @FunctionalInterface
  protected interface ValuesReader {

    Object read(OptionValues values) throws InvalidOptionsException;
  }

  /**
   * Of one agent.
   *
   * @param reader of its argument line
   * @param valuesReader the same, of values that were found
   * @param page in {@code docs/}, as {@code read-hints.md}
   */
  protected OptionsChecks(OptionsReader<?> reader, ValuesReader valuesReader, String page) {
    this.reader = reader;
    this.valuesReader = valuesReader;
    this.page = Path.of("../../docs").resolve(page);
  }

  /**
   * An option has the same effect on the agent's line and in the file, and has one.
   *
   * @param folder that the file is written into
   */
  protected final void assertMeansTheSame(String line, String yaml, Path folder)
      throws InvalidOptionsException, IOException {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, yaml);

    Object options = reader.read(line);

    assertThat(options).isEqualTo(reader.read("config=" + file)).isNotEqualTo(reader.read(""));
  }

  @Test
  public void theDocumentedOptionsAreThoseThatThereAre() throws Exception {
    OptionValues values = OptionSource.read("", "absent.yaml");
    valuesReader.read(values);

    assertThat(DocumentedOptions.of(page)).isEqualTo(values.keys());
  }
}
