package io.amoeba.partitioner.subscription;

import java.nio.charset.StandardCharsets;

/** Texts of placement documents. */
final class Documents {

  private Documents() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A document with one edge, Toll of job a1b2, whose hash slots all belong to one subtask. */
  static byte[] oneEdge(String coordinator, long version, long epoch, int owner) {
    return edge(coordinator, version, epoch, "[[0, 16383, " + owner + "]]");
  }

  /** The same, of the leader of a term. */
  static byte[] oneEdge(String coordinator, long term, long version, long epoch, int owner) {
    String text = new String(oneEdge(coordinator, version, epoch, owner), StandardCharsets.UTF_8);
    return bytes(text.replaceFirst("\\{", "{\"term\": " + term + ", "));
  }

  static byte[] edge(String coordinator, long version, long epoch, String ranges) {
    return bytes(
        "{\"coordinator\": \""
            + coordinator
            + "\", \"version\": "
            + version
            + ", \"edges\": [{\"job\": \"a1b2\", \"operator\": \"Toll\", \"parallelism\": 3,"
            + " \"epoch\": "
            + epoch
            + ", \"phase\": \"COMMIT\", \"hashSlots\": "
            + ranges
            + ", \"completed\": {\"epoch\": 4, \"cohort\": [\"00f3000000000000\"]},"
            + " \"finished\": [{\"subtask\": 0, \"epoch\": 5, \"cohort\": \"5be1000000000000\"}]"
            + "}]}");
  }
}
