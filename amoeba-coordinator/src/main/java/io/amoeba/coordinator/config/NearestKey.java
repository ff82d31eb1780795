package io.amoeba.coordinator.config;

import java.util.Collection;
import java.util.Locale;

/** Finds the key that somebody most probably meant. Stateless. */
final class NearestKey {

  private NearestKey() {}

  /** "Did you mean …?" if a known key is near enough, otherwise the advice to remove the key. */
  static String remedy(String key, Collection<String> known) {
    String nearest = "";
    int least = Math.max(2, key.length() / 2);
    for (String candidate : known) {
      int distance = distance(key.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance <= least) {
        least = distance - 1; // a later one must be nearer
        nearest = candidate;
      }
    }
    return nearest.isEmpty() ? "Remove it." : "Did you mean '" + nearest + "'?";
  }

  /** Levenshtein distance: insertions, deletions and replacements. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
