package io.amoeba.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PrintableWriterTest {

  private final StringWriter terminal = new StringWriter();
  private final PrintableWriter out = new PrintableWriter(new PrintWriter(terminal));

  @Test
  void whatIsPrintedCommandsNoTerminal() {
    out.printf("%s is %s%n", "plan-1\u001b]0;title\u0007", "do\rne\u009b2J");

    assertThat(terminal.toString())
        .isEqualTo("plan-1\ufffd]0;title\ufffd is do\ufffdne\ufffd2J" + System.lineSeparator());
  }

  @Test
  void aSecretThatComesInPartsIsMasked() {
    out.print("Flink does not answer: http://");
    out.print("admin:hid");
    out.println("den@flink:8081");

    assertThat(terminal.toString())
        .isEqualTo("Flink does not answer: http://***@flink:8081" + System.lineSeparator());
  }

  @Test
  void tabsLinesAndOwnCommandsPass() {
    PrintableWriter.control(out, "\u001b[H");
    out.print("a\tb\nc");
    PrintableWriter.control(out, "\u001b[K");
    out.flush();

    assertThat(terminal.toString())
        .isEqualTo("\u001b[Ha\tb" + System.lineSeparator() + "c\u001b[K");
  }

  @Test
  void everyCommandPrintsThroughIt() {
    CommandLine line = AmoebaCommand.commandLine();

    assertThat(line.getOut()).isInstanceOf(PrintableWriter.class);
    assertThat(line.getErr()).isInstanceOf(PrintableWriter.class);
    assertThat(line.getSubcommands().values())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            command -> {
              assertThat(command.getOut()).isInstanceOf(PrintableWriter.class);
              assertThat(command.getErr()).isInstanceOf(PrintableWriter.class);
            });
  }
}
