package io.amoeba.coordinator.yaml;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** Finds the key that somebody most probably meant. Stateless. */
final class NearestKey {

  /** Keys whose new names are too different to be found, or whose values have a unit now. */
  private static final Map<String, String> RENAMED =
      Map.ofEntries(
          Map.entry("intervalMillis", "interval: 500ms"),
          Map.entry("timeoutMillis", "timeout: 2s"),
          Map.entry("millis", "duration: 10s"),
          Map.entry("leastRise", "minLocalityGain: 0.001"),
          Map.entry("measureMillis", "measurementWindow: 30s"),
          Map.entry("longestPauseMillis", "maxDelay: 10m"),
          Map.entry("coolDownMillis", "coolDown: 1m"),
          Map.entry("way", "method: …"),
          Map.entry("hashSlotsAtOnce", "maxOpenHashSlots: 16"),
          Map.entry("migrateTimeoutMillis", "migrateTimeout: 5s"),
          Map.entry("bytesPerNode", "maxBytesPerNode: 8GB"),
          Map.entry("bytesPerHour", "maxBytesPerHour: 50GB"),
          Map.entry("bytes", "maxBytes: 2GB"),
          Map.entry("startMillis", "startTimeout: 1m"),
          Map.entry("afterMillis", "stabilizationWindow: 10m"),
          Map.entry("syncMillis", "syncTimeout: 30m"),
          Map.entry("failOverMillis", "failoverTimeout: 15s"),
          Map.entry("redirectMillis", "redirectTime: 15s"),
          Map.entry("lagBytes", "maxLag: 1MiB"));

  private NearestKey() {}

  /** "Did you mean …?" if a known key is near enough, otherwise the advice to remove the key. */
  static String remedy(String key, Collection<String> known) {
    String renamed = RENAMED.getOrDefault(key, "");
    if (known.contains(renamed.split(":", 2)[0])) {
      return "Write '" + renamed + "' instead.";
    }
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
