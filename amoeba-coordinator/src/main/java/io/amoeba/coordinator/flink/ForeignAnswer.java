package io.amoeba.coordinator.flink;

import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Describes an HTTP answer that is not Flink's, such as a login page of a proxy: status, content
 * type and first words, in one line without control characters. Stateless.
 */
final class ForeignAnswer {

  private static final int SHOWN_CHARACTERS = 80;

  private ForeignAnswer() {}

  /** Of an answer that should be JSON. */
  static String describe(HttpResponse<?> response, byte[] body) {
    return "answered %d with %s, which is not Flink's JSON (it starts with '%s'): a proxy or another service answers at this address"
        .formatted(response.statusCode(), contentType(response), firstWords(body));
  }

  /** Of an answer whose status is an error or a redirect, and whose body says nothing. */
  static String status(HttpResponse<?> response, byte[] body) {
    StringBuilder text = new StringBuilder().append(response.statusCode());
    location(response)
        .ifPresent(
            to -> text.append(", a redirect to '").append(to).append("', as of a login page"));
    response
        .headers()
        .firstValue("WWW-Authenticate")
        .ifPresent(way -> text.append(", which asks for ").append(printable(way)));
    if (body.length > 0) {
      text.append(" with ").append(contentType(response)).append(": '").append(firstWords(body));
      text.append('\'');
    }
    return text.toString();
  }

  private static Optional<String> location(HttpResponse<?> response) {
    return response.headers().firstValue("Location").map(ForeignAnswer::printable);
  }

  private static String contentType(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Content-Type")
        .map(ForeignAnswer::printable)
        .orElse("no content type");
  }

  private static String firstWords(byte[] body) {
    int length = Math.min(body.length, 4 * SHOWN_CHARACTERS);
    return printable(new String(body, 0, length, StandardCharsets.UTF_8));
  }

  private static String printable(String text) {
    String words = text.strip().replaceAll("\\s+", " ");
    String line = PrintableText.line(MaskedSecrets.in(words));
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
  }
}
