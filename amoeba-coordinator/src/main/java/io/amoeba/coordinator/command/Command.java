package io.amoeba.coordinator.command;

import io.amoeba.coordinator.changes.servers.StartFailure;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.text.HostSyntax;
import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A command without a shell, whose words may have placeholders for a server's node, host and port.
 * It is ended with what it started when it takes too long. Confined to one thread.
 */
final class Command {

  /** What is shown of a command's output, in characters. */
  private static final int SHOWN = 600;

  private static final String HOST = "{host}";

  private static final long MOST_BYTES_OF_A_CHARACTER = 4;

  private final List<String> template;
  private final Duration limit;
  private final RunningCommand running;
  private final String key;
  private final Set<String> withheld;

  /**
   * One that has not run.
   *
   * @param template its words
   * @param key of the configuration that names its program
   * @param withheld environment variables that it does not get
   */
  Command(
      List<String> template,
      Duration limit,
      CommandJournal journal,
      String key,
      Set<String> withheld) {
    this.template = List.copyOf(template);
    this.limit = limit;
    this.running = new RunningCommand(journal, limit);
    this.key = key;
    this.withheld = Set.copyOf(withheld);
  }

  /**
   * How it ended. Immutable.
   *
   * @param said the end of its output
   */
  record Result(List<String> words, int exitCode, String said) {
    Result {
      words = List.copyOf(words);
    }

    boolean isGood() {
      return exitCode == 0;
    }

    /**
     * Makes sure that it did what it was to do.
     *
     * @throws StartFailure with its last words, if it did not
     */
    void require() {
      if (!isGood()) {
        throw failed("", "%s ended with exit code %d%s".formatted(words, exitCode, said), "");
      }
    }
  }

  /**
   * Runs to its end.
   *
   * @throws StartFailure if it cannot be run, does not end in time, or the server's node or host
   *     would become an option of its program
   */
  Result run(Server server) throws InterruptedException {
    List<String> words = words(server);
    Path output = temporary();
    try {
      return run(words, output);
    } finally {
      delete(output);
    }
  }

  private List<String> words(Server server) {
    String host = server.address().host();
    if (!HostSyntax.isHost(host)) {
      throw new StartFailure(
          Problem.error(
              "HOST_UNUSABLE",
              server.node(),
              "no command is run for '%s', which is neither an IP address nor a DNS name"
                  .formatted(PrintableText.line(host)),
              ""));
    }
    Map<String, String> values =
        Map.of(
            "{node}", server.node(), HOST, host, "{port}", String.valueOf(server.address().port()));
    return template.stream().map(word -> filled(word, values)).toList();
  }

  private String filled(String word, Map<String, String> values) {
    String host = HostSyntax.inUrl(Objects.requireNonNull(values.get(HOST)));
    // With a port, and in URLs, an IPv6 address is in brackets; alone it is not.
    String filled =
        word.contains("://")
            ? word.replace(HOST, host)
            : word.replace(HOST + ":{port}", host + ":{port}");
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace(value.getKey(), value.getValue());
    }
    if (filled.startsWith("-") && !word.startsWith("-")) {
      throw failed(
          key,
          "no command is run: '%s' becomes '%s', which its program would take for an option"
              .formatted(word, PrintableText.line(filled)),
          "");
    }
    return filled;
  }

  /*
   * The output goes to a file: a server that is left behind keeps a pipe open, and whoever reads
   * that would wait for the server's end.
   */
  private Result run(List<String> words, Path output) throws InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile());
    builder.environment().keySet().removeAll(withheld);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw failed(
          key,
          "%s cannot be run (%s)".formatted(words, e.getMessage()),
          "Correct %s.".formatted(key));
    }
    if (!running.await(process)) {
      throw failed(
          key,
          "%s has not ended after %d s and was killed%s"
              .formatted(words, limit.toSeconds(), said(output)),
          "It must return when the server runs.");
    }
    return new Result(words, process.exitValue(), said(output));
  }

  private static StartFailure failed(String key, String text, String remedy) {
    return new StartFailure(Problem.error("START_COMMAND_FAILED", key, text, remedy));
  }

  private static String said(Path output) {
    try {
      String text = new String(end(output), StandardCharsets.UTF_8).strip();
      return text.isEmpty()
          ? " and said nothing"
          : "; it said: " + inOneLine(text.substring(Math.max(0, text.length() - SHOWN)));
    } catch (IOException e) {
      return "; its output cannot be read: " + e.getMessage();
    }
  }

  private static String inOneLine(String said) {
    return said.lines()
        .map(line -> PrintableText.line(MaskedSecrets.in(line.strip())))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(" | "));
  }

  /** A command may have said more than memory holds. */
  private static byte[] end(Path output) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(output)) {
      long size = channel.size();
      long from = Math.max(0, size - MOST_BYTES_OF_A_CHARACTER * SHOWN);
      ByteBuffer bytes = ByteBuffer.allocate((int) (size - from));
      channel.position(from);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until all of it is there.
      }
      return Arrays.copyOf(bytes.array(), bytes.position());
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempFile("amoeba-start", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException("no file for a command's output: " + e.getMessage(), e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
