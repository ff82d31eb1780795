package io.amoeba.coordinator.doctor;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which server a node is, by its INFO. Valkey also says which Redis it is like. Immutable. */
public record ServerVersion(boolean valkey, int major, int minor, String text) {

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  /** Empty if INFO was refused, or has no version. */
  public static Optional<ServerVersion> of(Map<String, String> info) {
    String valkey = info.get("valkey_version");
    String version = valkey == null ? info.getOrDefault("redis_version", "") : valkey;
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches()
        ? Optional.of(
            new ServerVersion(
                valkey != null,
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                (valkey == null ? "Redis " : "Valkey ") + version))
        : Optional.empty();
  }

  /** Whether it is a Redis as new as this. */
  boolean isRedis(int atLeastMajor, int atLeastMinor) {
    return !valkey && isAtLeast(atLeastMajor, atLeastMinor);
  }

  /** Whether it is a Valkey as new as this. */
  public boolean isValkey(int atLeastMajor, int atLeastMinor) {
    return valkey && isAtLeast(atLeastMajor, atLeastMinor);
  }

  private boolean isAtLeast(int atLeastMajor, int atLeastMinor) {
    return major > atLeastMajor || (major == atLeastMajor && minor >= atLeastMinor);
  }
}
