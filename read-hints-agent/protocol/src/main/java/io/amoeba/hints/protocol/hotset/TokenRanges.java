package io.amoeba.hints.protocol.hotset;

import java.util.ArrayList;
import java.util.List;

/** Token ranges as text: "left:right", between commas, as the option "ranges" of repairs. */
public final class TokenRanges {

  private TokenRanges() {}

  /** No text is no range. What is wrong becomes a line of {@code errors}. */
  public static List<TokenRange> parse(String text, List<String> errors) {
    List<TokenRange> ranges = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
      String[] ends = part.strip().split(":", -1);
      try {
        if (ends.length == 2) {
          ranges.add(new TokenRange(Long.parseLong(ends[0]), Long.parseLong(ends[1])));
        } else {
          wrong.add(part.strip());
        }
      } catch (NumberFormatException e) {
        wrong.add(part.strip());
      }
    }
    if (!wrong.isEmpty()) {
      errors.add(
          "ranges: want left:right, two tokens of Murmur3Partitioner, instead of '%s'"
              .formatted(String.join("', '", wrong)));
    }
    if (ranges.size() > PullRequest.MOST_RANGES) {
      errors.add(
          "ranges: %d are given, want %d at most; none asks for everything that the node has"
              .formatted(ranges.size(), PullRequest.MOST_RANGES));
    }
    return ranges;
  }
}
