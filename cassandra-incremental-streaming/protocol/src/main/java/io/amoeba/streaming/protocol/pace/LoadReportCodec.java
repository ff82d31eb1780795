package io.amoeba.streaming.protocol.pace;

import io.amoeba.streaming.protocol.FieldText;
import io.amoeba.streaming.protocol.MalformedTextException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * {@link LoadReport} as text of less than 1 KiB: {@code 1;key=value;key=value}, of which any may be
 * missing. Readers pass over keys that they do not know, so that later versions may add some.
 * Figures are in thousandths.
 */
public final class LoadReportCodec {

  private static final String VERSION = "1";
  private static final int MAX_LENGTH = 1_000;
  private static final long MAX_THOUSANDTHS = 999_999_999;

  private LoadReportCodec() {}

  /** As {@link #decode} reads it. */
  public static String encode(LoadReport report) {
    List<String> fields = new ArrayList<>(List.of(VERSION));
    SenderFigures figures = report.figures();
    add(fields, "cpu", figures.cpu());
    add(fields, "latency", figures.latency());
    add(fields, "answered", figures.answered());
    add(fields, "join", figures.joinShare());
    report
        .pace()
        .ifPresent(
            pace -> {
              fields.add("pace=" + pace.pace());
              pace.bytesPerSec().ifPresent(bytes -> fields.add("rate=" + bytes));
              fields.add("reason=" + pace.reason());
            });
    return String.join(";", fields);
  }

  private static void add(List<String> fields, String key, OptionalDouble figure) {
    figure.ifPresent(value -> fields.add(key + '=' + Math.round(1_000 * value)));
  }

  /** Throws {@link MalformedTextException} on what no version of {@link #encode} may write. */
  public static LoadReport decode(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new MalformedTextException(
          "load report of " + text.length() + " characters: at most " + MAX_LENGTH);
    }
    List<String> parts = FieldText.split(text, ';');
    FieldText fields = FieldText.read("load report", text, VERSION, parts.size());
    Map<String, String> values = new HashMap<>();
    for (String part : parts.subList(1, parts.size())) {
      int end = part.indexOf('=');
      if (end < 0 || values.put(part.substring(0, end), part.substring(end + 1)) != null) {
        throw new MalformedTextException("load report: a field without key, or twice");
      }
    }
    return fields.build(
        () ->
            new LoadReport(
                new SenderFigures(
                    figure(fields, values, "cpu"),
                    figure(fields, values, "latency"),
                    figure(fields, values, "answered"),
                    figure(fields, values, "join")),
                pace(fields, values)));
  }

  private static OptionalDouble figure(FieldText fields, Map<String, String> values, String key) {
    String value = values.get(key);
    return value == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(fields.number(value, MAX_THOUSANDTHS) / 1_000.0);
  }

  private static Optional<PaceReport> pace(FieldText fields, Map<String, String> values) {
    String pace = values.get("pace");
    String rate = values.get("rate");
    return pace == null
        ? Optional.empty()
        : Optional.of(
            new PaceReport(
                pace,
                rate == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(fields.number(rate, Long.MAX_VALUE)),
                values.getOrDefault("reason", "")));
  }
}
