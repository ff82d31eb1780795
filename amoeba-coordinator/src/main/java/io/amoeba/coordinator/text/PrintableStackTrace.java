package io.amoeba.coordinator.text;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.stream.Collectors;

/**
 * The log layout's word for a stack trace. Its messages come from outside, too: all its lines are
 * indented, so that none can be taken for a log line, and hold neither control characters nor
 * secrets. Safe for concurrent use.
 */
public final class PrintableStackTrace extends ThrowableProxyConverter {

  private static final String INDENT = "  ";

  /** For logback, which finds it by its name. */
  public PrintableStackTrace() {}

  @Override
  public String convert(ILoggingEvent event) {
    return super.convert(event)
        .lines()
        .map(line -> INDENT + PrintableText.lines(MaskedSecrets.in(line)) + System.lineSeparator())
        .collect(Collectors.joining());
  }
}
