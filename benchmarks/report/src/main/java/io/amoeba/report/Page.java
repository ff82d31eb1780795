package io.amoeba.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A self-contained HTML file: a template with texts, data, and Chart.js. Stateless. */
public final class Page {
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.js";

  private static final String PLOTS = "/io/amoeba/report/plots.js";
  private static final String STYLE = "/io/amoeba/report/plots.css";

  private Page() {}

  /**
   * Fills a template: {@code {{name}}} with texts, {@code {{data}}} with JSON, {@code {{style}}}
   * and {@code {{plots}}} with the pages' common style and script, and {@code {{charts}}} with the
   * library.
   */
  public static String of(String template, Map<String, String> texts, JsonNode data)
      throws IOException {
    String page = resource(template);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      page = page.replace("{{" + text.getKey() + "}}", escaped(text.getValue()));
    }
    return page.replace("{{style}}", resource(STYLE))
        .replace("{{plots}}", inScript(resource(PLOTS)))
        .replace("{{data}}", inScript(data.toString()))
        // The library comes last: nothing in it is replaced.
        .replace("{{charts}}", inScript(resource(CHARTS)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** No part of a script may look like its end. */
  private static String inScript(String script) {
    return script.replace("</script", "<\\/script");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("The resource " + name + " is missing on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
