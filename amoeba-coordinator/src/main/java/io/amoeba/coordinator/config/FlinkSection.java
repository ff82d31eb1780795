package io.amoeba.coordinator.config;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the section about Flink. Stateless. */
final class FlinkSection {

  private static final URI ANY = URI.create("http://127.0.0.1:8081");

  /** As compose files name containers; no HTTP client takes it. */
  private static final Pattern UNDERSCORE = Pattern.compile("https?://[^/]*_[^/]*(/.*)?");

  private FlinkSection() {}

  static FlinkSettings read(ConfigSection section) {
    URI url = url(section);
    FlinkSettings flink =
        new FlinkSettings(
            url,
            tls(section, url),
            headers(section),
            section.text("job"),
            section.text("storeFollows"),
            section.millis("timeoutMillis", 100, 60_000, 2_000));
    section.refuseUnknownKeys();
    return flink;
  }

  private static URI url(ConfigSection section) {
    String allowed = "an http or https address, such as " + ANY;
    String text = section.required("url", allowed, "Write the address of Flink's REST interface.");
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

  private static ClientTls tls(ConfigSection section, URI url) {
    if (!section.has("tls")) {
      return ClientTls.PLAIN;
    }
    if (!"https".equals(url.getScheme())) {
      section.problem(
          "tls", "beside " + url, "only with an https address", "Write https in flink.url.");
    }
    ConfigSection stores = section.section("tls");
    ClientTls tls = TlsSection.client(stores);
    stores.refuseUnknownKeys();
    return tls;
  }

  private static List<RequestHeader> headers(ConfigSection section) {
    List<RequestHeader> headers = new ArrayList<>();
    for (ConfigSection entry : section.sections("headers")) {
      String name = entry.required("name", "a header's name", "Such as Authorization.");
      Optional<String> value = entry.text("value");
      Optional<Secret> secret = entry.secret("value", "Put the header's value into this file.");
      if (entry.has("value") == entry.hasSecret("value")) {
        entry.problem(
            "valueFile",
            entry.has("value") ? "beside value" : "missing",
            "a file with the header's value, or an environment variable in valueEnv",
            "Write either valueFile, valueEnv or, if it is no secret, value.");
      } else if (!name.isEmpty() && (value.isPresent() || secret.isPresent())) {
        RequestHeader header = new RequestHeader(name, value, secret);
        if (canBeSent(entry, header)) {
          headers.add(header);
        }
      }
      entry.refuseUnknownKeys();
    }
    return headers;
  }

  /** The value is not shown: it may be a secret. */
  private static boolean canBeSent(ConfigSection entry, RequestHeader header) {
    try {
      HttpRequest.newBuilder(ANY).header(header.name(), header.current());
      return true;
    } catch (IllegalArgumentException | IOException e) {
      entry.problem(
          "name",
          "'" + header.name() + "'",
          "a header that a client may set, with a value of one line",
          "The client itself sets Host, Content-Length, Connection, Expect and Upgrade.");
      return false;
    }
  }
}
