package io.amoeba.coordinator.text;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * The log layout's word for a message: in one line, without control characters and secrets. Safe
 * for concurrent use.
 */
public final class PrintableMessage extends MessageConverter {

  /** For logback, which finds it by its name. */
  public PrintableMessage() {}

  @Override
  public String convert(ILoggingEvent event) {
    String message = super.convert(event);
    return message == null ? "" : PrintableText.line(MaskedSecrets.in(message));
  }
}
