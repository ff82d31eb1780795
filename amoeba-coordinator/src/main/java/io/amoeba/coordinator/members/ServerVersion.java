package io.amoeba.coordinator.members;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which server a node is, by its INFO. Valkey also says which Redis it is like. Immutable. */
public record ServerVersion(boolean valkey, Patch patch, String text) {

  private static final Pattern VERSION =
      Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?.*");

  /** The three numbers of a version. Immutable. */
  public record Patch(int major, int minor, int number) implements Comparable<Patch> {
    @Override
    public int compareTo(Patch other) {
      return Comparator.comparingInt(Patch::major)
          .thenComparingInt(Patch::minor)
          .thenComparingInt(Patch::number)
          .compare(this, other);
    }
  }

  /** Empty if INFO was refused, or has no version. */
  public static Optional<ServerVersion> of(Map<String, String> info) {
    String valkey = info.get("valkey_version");
    String version = valkey == null ? info.getOrDefault("redis_version", "") : valkey;
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches()
        ? Optional.of(
            new ServerVersion(
                valkey != null,
                new Patch(
                    Integer.parseInt(matcher.group(1)),
                    Integer.parseInt(matcher.group(2)),
                    matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3))),
                (valkey == null ? "Redis " : "Valkey ") + version))
        : Optional.empty();
  }

  /** The line that it is of: versions of one line read each other's dumps. */
  Patch line() {
    return new Patch(patch.major(), patch.minor(), 0);
  }

  /** Whether it is a Redis as new as this. */
  public boolean isRedis(int atLeastMajor, int atLeastMinor) {
    return !valkey && isAtLeast(atLeastMajor, atLeastMinor);
  }

  /** Whether it is a Valkey as new as this. */
  public boolean isValkey(int atLeastMajor, int atLeastMinor) {
    return valkey && isAtLeast(atLeastMajor, atLeastMinor);
  }

  private boolean isAtLeast(int atLeastMajor, int atLeastMinor) {
    return patch.compareTo(new Patch(atLeastMajor, atLeastMinor, 0)) >= 0;
  }
}
