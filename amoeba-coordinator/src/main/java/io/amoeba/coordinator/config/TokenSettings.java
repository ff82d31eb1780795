package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A token, known by its SHA-256 alone: whose it is, the roles it gives, and the task manager for
 * which it is (empty: for every one; a last {@code *} stands for any end of its id). Tokens are
 * long random texts, so that a salt would add nothing. Immutable.
 */
public record TokenSettings(
    String name, Set<Role> roles, String sha256, Optional<String> taskManager) {

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final String TOKEN = "token";

  public TokenSettings {
    roles = Set.copyOf(roles);
  }

  /** A token that is not bound to a task manager. */
  public TokenSettings(String name, Set<Role> roles, String sha256) {
    this(name, roles, sha256, Optional.empty());
  }

  /** Whether a task manager may show it. */
  public boolean isFor(String id) {
    return taskManager
        .filter(
            own ->
                own.endsWith("*")
                    ? !id.startsWith(own.substring(0, own.length() - 1))
                    : !id.equals(own))
        .isEmpty();
  }

  /** The token with all roles, and those in the list. */
  static List<TokenSettings> read(YamlSection http) {
    List<TokenSettings> tokens = new ArrayList<>();
    Secret.read(http, TOKEN, "Put a long random text into it: openssl rand -hex 32.")
        .ifPresent(
            secret ->
                tokens.add(new TokenSettings("the token", Set.of(Role.values()), digest(secret))));
    Set<String> names = new HashSet<>();
    for (YamlSection entry : http.sections("tokens")) {
      String name = entry.required("name", "a name", "Name the holder; plans show it.");
      if (!name.isEmpty() && !names.add(name)) {
        entry.problem("name", "'" + name + "'", "different for every token", "Rename one.");
      }
      Optional<Role> role = Role.read(entry);
      Optional<String> hash = hash(entry);
      Optional<String> taskManager = taskManager(entry, role);
      entry.refuseUnknownKeys();
      if (hash.filter(h -> isAnothers(h, taskManager, tokens)).isPresent()) {
        entry.problem(
            "name",
            "'" + name + "', with the token of another",
            "a token of its own",
            "Make another one: openssl rand -hex 32.");
      }
      role.ifPresent(
          r -> hash.ifPresent(h -> tokens.add(new TokenSettings(name, Set.of(r), h, taskManager))));
    }
    return tokens;
  }

  /** A token that is bound to a task manager says nothing if somebody else has it, too. */
  private static boolean isAnothers(
      String hash, Optional<String> taskManager, List<TokenSettings> tokens) {
    return tokens.stream()
        .filter(token -> taskManager.isPresent() || token.taskManager().isPresent())
        .anyMatch(token -> token.sha256().equals(hash));
  }

  private static Optional<String> taskManager(YamlSection entry, Optional<Role> role) {
    Optional<String> id = entry.text("taskManager");
    if (id.isPresent() && role.filter(r -> r != Role.TASK_MANAGER).isPresent()) {
      entry.problem(
          "taskManager",
          "'" + id.get() + "'",
          "a key of tokens with the role task-manager",
          "Remove it, or correct the role.");
    }
    if (id.filter(i -> i.equals("*") || i.indexOf('*') < i.length() - 1 && i.contains("*"))
        .isPresent()) {
      entry.problem(
          "taskManager",
          "'" + id.get() + "'",
          "the id of a task manager, or its beginning and a '*'",
          "Flink calls it taskmanager.resource-id.");
    }
    return id;
  }

  private static Optional<String> hash(YamlSection entry) {
    String allowed = "the token's SHA-256, 64 hexadecimal digits";
    if (Secret.isIn(entry, TOKEN) == entry.has("sha256")) {
      entry.problem(
          "sha256",
          entry.has("sha256") ? "beside a token" : "missing",
          allowed,
          "Write either sha256 (printf %s TOKEN | sha256sum), tokenFile or tokenEnv.");
      return Optional.empty();
    }
    if (Secret.isIn(entry, TOKEN)) {
      return Secret.read(entry, TOKEN, "Put a long random text into it.")
          .map(TokenSettings::digest);
    }
    Optional<String> hash = entry.text("sha256");
    if (hash.filter(h -> !SHA256.matcher(h).matches()).isPresent()) {
      // Its value is not shown: somebody may have written the token itself.
      entry.problem("sha256", "something else", allowed, "printf %s TOKEN | sha256sum");
      return Optional.empty();
    }
    return hash;
  }

  private static String digest(Secret secret) {
    try {
      byte[] token = secret.current().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token));
    } catch (IOException e) {
      throw new UncheckedIOException("the token in " + secret + " could not be read", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
