package io.amoeba.coordinator.http;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Requests that are nearly right, or not at all. For one thread. */
final class FuzzedMessages {

  private static final String REPORT =
      """
      {"taskManager": "tm-1", "host": "127.0.1.1", "coordinator": "this", "version": 17,
       "refusedMaps": 0, "staleMaps": 0,
       "routers": [{"job": "0f3c9ab2", "operator": "Toll", "subtask": 0, "parallelism": 3,
                "targets": 3, "incarnation": "0000000000000064", "prepared": 1, "active": 0}],
       "gates": [{"job": "0f3c9ab2", "operator": "Toll", "subtask": 2, "parallelism": 3,
              "epoch": 0, "cohort": "00ff00ff00ff00ff", "held": 0, "lastHoldMicros": 2140}],
       "direct": [{"operator": "Report", "parallelism": 3, "epoch": 5}]}
      """;

  /** What callers send, which is then damaged. */
  private static final List<String> BODIES =
      List.of(
          "{\"mode\":\"propose\"}",
          "{\"everyMillis\":50,\"other\":\"rotated\"}",
          "{\"note\":\"why not\"}",
          "{}",
          REPORT);

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "1e999",
          "9223372036854775808",
          "0.5",
          "\"\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "[]",
          "{}",
          "[[[[[[[[[[[[[[[[[[[[",
          "{\"a\":{\"a\":{\"a\":{}}}}");

  private static final List<String> IDS =
      List.of("..", ".", "%2e%2e", "%2F", "%00", "%FF", "a%0d%0ab", "%E2%82%AC");

  private static final List<String> QUERIES =
      List.of(
          "taskManager",
          "coordinator",
          "version",
          "challenge",
          "after",
          "since",
          "limit",
          "mode",
          "%00");

  private static final List<String> QUERY_VALUES =
      List.of("", "0", "-1", "x", "99999999999999999999", "%F0%9F%98%80", "%00", "this", "1.5");

  private static final List<String> TYPES =
      List.of("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/a");

  private static final int LONG_ID = 3_000;
  private static final int MOST_DAMAGES = 4;

  private final Random random;

  FuzzedMessages(long seed) {
    this.random = new Random(seed);
  }

  /**
   * One request.
   *
   * @param server the address with a slash at its end
   * @param route as {@code METHOD /path/{id}}
   */
  HttpRequest.Builder next(String server, String route) {
    String method = route.substring(0, route.indexOf(' '));
    String path = route.substring(route.indexOf('/') + 1).replace("{id}", id());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + disguised(path) + query()))
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body(path)));
    if (random.nextBoolean()) {
      request.header("Content-Type", any(TYPES));
    }
    return request;
  }

  private String id() {
    if (random.nextBoolean()) {
      return random.nextBoolean() ? "plan-1" : "tm-1";
    }
    return random.nextInt(10) == 0 ? "a".repeat(LONG_ID) : any(IDS);
  }

  /** Now and then some of the letters are written as their codes. */
  private String disguised(String path) {
    if (random.nextInt(10) > 0) {
      return path;
    }
    int letter = random.nextInt(path.length());
    if (path.substring(Math.max(0, letter - 2), letter + 1).contains("%")) {
      return path; // it belongs to a code already
    }
    return "%s%%%02x%s"
        .formatted(
            path.substring(0, letter), (int) path.charAt(letter), path.substring(letter + 1));
  }

  private String query() {
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      query.append(query.length() == 0 ? '?' : '&').append(any(QUERIES));
      query.append('=').append(any(QUERY_VALUES));
    }
    return query.toString();
  }

  private byte[] body(String path) {
    boolean report = path.contains("task-managers") && random.nextBoolean();
    byte[] body = (report ? REPORT : any(BODIES)).getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(3) > 0) {
      for (int i = random.nextInt(MOST_DAMAGES); i >= 0; i--) {
        body = damaged(body);
      }
    }
    return body;
  }

  private byte[] damaged(byte[] body) {
    int from = random.nextInt(body.length + 1);
    int to = from + random.nextInt(body.length - from + 1);
    return switch (random.nextInt(6)) {
      case 0 -> joined(body, from, new byte[0], to);
      case 1 -> joined(body, to, slice(body, from, to), to);
      case 2 -> joined(body, from, noise(), from);
      case 3 -> joined(body, from, new byte[0], body.length);
      case 4 -> flipped(body);
      default -> withOtherValue(new String(body, StandardCharsets.ISO_8859_1));
    };
  }

  private byte[] noise() {
    byte[] noise = new byte[random.nextInt(40)];
    random.nextBytes(noise);
    return noise;
  }

  private byte[] flipped(byte[] body) {
    byte[] flipped = body.clone();
    if (body.length > 0) {
      flipped[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  /** What follows a colon, up to the next comma or bracket, becomes something else. */
  private byte[] withOtherValue(String body) {
    int colon = body.indexOf(':', random.nextInt(body.length() + 1));
    if (colon < 0) {
      return any(VALUES).getBytes(StandardCharsets.ISO_8859_1);
    }
    int end = colon + 1;
    while (end < body.length() && ",}]".indexOf(body.charAt(end)) < 0) {
      end++;
    }
    return (body.substring(0, colon + 1) + any(VALUES) + body.substring(end))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] slice(byte[] body, int from, int to) {
    return Arrays.copyOfRange(body, from, to);
  }

  private static byte[] joined(byte[] body, int end, byte[] middle, int begin) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(body, 0, end);
    out.writeBytes(middle);
    out.write(body, begin, body.length - begin);
    return out.toByteArray();
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
