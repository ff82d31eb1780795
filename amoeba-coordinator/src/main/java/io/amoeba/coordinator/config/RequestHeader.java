package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A header of each request to Flink, for what stands before it and wants to know who asks. Exactly
 * one of value and secret is there. Immutable.
 */
public record RequestHeader(String name, Optional<String> value, Optional<Secret> secret) {

  /** Read again for every request, so that a changed secret needs no restart. */
  public String current() throws IOException {
    return value.isPresent() ? value.get() : secret.orElseThrow().current();
  }

  static List<RequestHeader> read(List<YamlSection> entries) {
    List<RequestHeader> headers = new ArrayList<>();
    for (YamlSection entry : entries) {
      String name = entry.required("name", "a header's name", "Such as Authorization.");
      Optional<String> value = entry.text("value");
      Optional<Secret> secret =
          Secret.read(entry, "value", "Put the header's value into this file.");
      if (entry.has("value") == Secret.isIn(entry, "value")) {
        entry.problem(
            "valueFile",
            entry.has("value") ? "beside value" : "missing",
            "a file with the header's value, or an environment variable in valueEnv",
            "Write either valueFile, valueEnv or, if it is no secret, value.");
      } else if (!name.isEmpty() && (value.isPresent() || secret.isPresent())) {
        RequestHeader header = new RequestHeader(name, value, secret);
        if (header.canBeSent(entry)) {
          headers.add(header);
        }
      }
      entry.refuseUnknownKeys();
    }
    return headers;
  }

  /** The value is not shown: it may be a secret. */
  private boolean canBeSent(YamlSection entry) {
    try {
      HttpRequest.newBuilder(URI.create("http://localhost")).header(name, current());
      return true;
    } catch (IllegalArgumentException | IOException e) {
      entry.problem(
          "name",
          "'" + name + "'",
          "a header that a client may set, with a value of one line",
          "The client itself sets Host, Content-Length, Connection, Expect and Upgrade.");
      return false;
    }
  }
}
