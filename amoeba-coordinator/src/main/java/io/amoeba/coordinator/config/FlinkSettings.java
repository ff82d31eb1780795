package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where Flink's REST interface is and how to speak with it, which job to align (empty: the only
 * one), and which of its keyed operators the store is to follow (empty: none). Immutable.
 */
public record FlinkSettings(
    URI url,
    ClientTls tls,
    List<RequestHeader> headers,
    Optional<String> job,
    Optional<String> storeFollows,
    Duration timeout) {

  private static final URI ANY = URI.create("http://127.0.0.1:8081");

  /** As compose files name containers; no HTTP client takes it. */
  private static final Pattern UNDERSCORE = Pattern.compile("https?://[^/]*_[^/]*(/.*)?");

  public FlinkSettings {
    headers = List.copyOf(headers);
  }

  static FlinkSettings read(YamlSection section) {
    URI url = url(section);
    FlinkSettings flink =
        new FlinkSettings(
            url,
            tls(section, url),
            RequestHeader.read(section.sections("headers")),
            section.text("job"),
            section.text("storeFollows"),
            section.duration(
                "timeout", Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ofSeconds(2)));
    section.refuseUnknownKeys();
    return flink;
  }

  private static URI url(YamlSection section) {
    String allowed = "an http or https address, such as " + ANY;
    String text =
        section.required(
            "url",
            allowed,
            "Write the address of Flink's REST interface, or remove flink where no job works on the store.");
    if (text.isEmpty()) {
      return ANY;
    }
    String remedy = "Write a login as a header: flink.headers with valueFile.";
    if (section.refusesLogin("url", text, remedy)) {
      return ANY;
    }
    if (text.contains("#") || text.contains("?")) {
      section.problem(
          "url", "'" + text + "'", allowed, "Remove the part from # or ? on: a browser adds it.");
      return ANY;
    }
    if (UNDERSCORE.matcher(text).matches()) {
      section.problem(
          "url",
          "'" + text + "'",
          allowed,
          "A host name has no underscore: use an alias without one, or the address.");
      return ANY;
    }
    try {
      URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (url.getHost() == null || !Set.of("http", "https").contains(url.getScheme())) {
        throw new URISyntaxException(text, "no host or scheme");
      }
      return url;
    } catch (URISyntaxException e) {
      section.problem("url", "'" + text + "'", allowed, "Write scheme, host and port.");
      return ANY;
    }
  }

  private static ClientTls tls(YamlSection section, URI url) {
    if (!section.has("tls")) {
      return ClientTls.PLAIN;
    }
    if (!"https".equals(url.getScheme())) {
      section.problem(
          "tls", "beside " + url, "only with an https address", "Write https in flink.url.");
    }
    YamlSection stores = section.section("tls");
    ClientTls tls = ClientTls.read(stores);
    stores.refuseUnknownKeys();
    return tls;
  }
}
