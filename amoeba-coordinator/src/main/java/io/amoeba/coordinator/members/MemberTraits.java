package io.amoeba.coordinator.members;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a server holds beside its keys, as far as it tells. Immutable.
 *
 * @param address {@code host:port} by which it was asked
 * @param info fields of INFO; none if it refuses that
 * @param modules versions by name, empty if it refuses INFO
 * @param settings of CONFIG GET, empty if it refuses that
 * @param users for each ACL user a digest of its rules and passwords, empty if it refuses ACL LIST
 * @param libraries by name, empty if it has some and refuses FUNCTION LIST
 */
public record MemberTraits(
    String address,
    Map<String, String> info,
    Optional<Map<String, Integer>> modules,
    Optional<Map<String, String>> settings,
    Optional<Map<String, String>> users,
    Optional<Map<String, FunctionLibrary>> libraries) {

  public MemberTraits {
    info = Map.copyOf(info);
    modules = modules.map(Map::copyOf);
    settings = settings.map(Map::copyOf);
    users = users.map(Map::copyOf);
    libraries = libraries.map(Map::copyOf);
  }

  /** A server that tells nothing. */
  public static MemberTraits untold(String address) {
    return new MemberTraits(
        address, Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Number of its libraries, empty if it does not tell. Servers before Redis 7.0 have none. */
  public static OptionalInt libraryCount(Map<String, String> info) {
    Optional<ServerVersion> version = ServerVersion.of(info);
    if (version.filter(known -> !known.valkey() && !known.isRedis(7, 0)).isPresent()) {
      return OptionalInt.of(0);
    }
    String count = info.getOrDefault("number_of_libraries", "");
    return count.matches("\\d{1,9}")
        ? OptionalInt.of(Integer.parseInt(count))
        : OptionalInt.empty();
  }

  /** A setting, from CONFIG GET or, where INFO has it, too, from that. */
  Optional<String> setting(String name) {
    return settings
        .map(told -> told.get(name))
        .or(() -> Optional.ofNullable(info.get(name.replace('-', '_'))));
  }
}
