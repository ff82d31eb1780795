package io.amoeba.coordinator.config;

import io.amoeba.coordinator.monitor.HostSyntax;
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

/** Reads the section about the HTTP server. Stateless. */
final class HttpSection {

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final String ROLES = "viewer, operator or task-manager";

  private HttpSection() {}

  static HttpSettings read(ConfigSection section) {
    HttpSettings settings =
        new HttpSettings(
            host(section),
            section.number("port", 0, 65_535, 7070),
            tokens(section),
            hosts(section),
            section.has("tls") ? TlsSection.server(section.section("tls")) : Optional.empty(),
            section.number("requestsPerSecond", 1, 1_000_000, HttpSettings.REQUESTS_PER_SECOND),
            section.number("connections", 10, 1_000_000, HttpSettings.CONNECTIONS),
            section.number(
                "connectionsPerAddress", 1, 1_000_000, HttpSettings.CONNECTIONS_PER_ADDRESS));
    section.refuseUnknownKeys();
    return settings;
  }

  private static String host(ConfigSection section) {
    String text = section.text("host").orElse("127.0.0.1");
    if (section.refusesLogin("host", text, "http.tokens says who may call.")) {
      return text;
    }
    String host = HostSyntax.withoutBrackets(text);
    if (!HostSyntax.isHost(host)) {
      section.problem(
          "host",
          "'" + host + "'",
          "an IP address or a DNS name of this machine",
          "Write it without scheme, port and login.");
    }
    return host;
  }

  private static Set<String> hosts(ConfigSection section) {
    Set<String> hosts = Set.copyOf(section.texts("hosts"));
    for (String host : hosts) {
      if (!section.refusesLogin("hosts", host, "http.tokens says who may call.")
          && !HostSyntax.isHost(host)) {
        section.problem(
            "hosts",
            "'" + host + "'",
            "a list of DNS names",
            "Write them without scheme, port and login, such as [amoeba.example].");
      }
    }
    return hosts;
  }

  private static List<TokenSettings> tokens(ConfigSection section) {
    List<TokenSettings> tokens = new ArrayList<>();
    section
        .secret("token", "Put a long random text into it: openssl rand -hex 32.")
        .ifPresent(
            secret ->
                tokens.add(new TokenSettings("the token", Set.of(Role.values()), digest(secret))));
    Set<String> names = new HashSet<>();
    for (ConfigSection entry : section.sections("tokens")) {
      String name = entry.required("name", "a name", "Name the holder; plans show it.");
      if (!name.isEmpty() && !names.add(name)) {
        entry.problem("name", "'" + name + "'", "different for every token", "Rename one.");
      }
      Optional<Role> role = role(entry);
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

  private static Optional<Role> role(ConfigSection entry) {
    String text = entry.required("role", ROLES, "viewer only reads.");
    Optional<Role> role = Role.of(text);
    if (role.isEmpty() && !text.isEmpty()) {
      entry.problem("role", "'" + text + "'", ROLES, "viewer only reads.");
    }
    return role;
  }

  /** A token that is bound to a task manager says nothing if somebody else has it, too. */
  private static boolean isAnothers(
      String hash, Optional<String> taskManager, List<TokenSettings> tokens) {
    return tokens.stream()
        .filter(token -> taskManager.isPresent() || token.taskManager().isPresent())
        .anyMatch(token -> token.sha256().equals(hash));
  }

  private static Optional<String> taskManager(ConfigSection entry, Optional<Role> role) {
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

  private static Optional<String> hash(ConfigSection entry) {
    String allowed = "the token's SHA-256, 64 hexadecimal digits";
    if (entry.hasSecret("token") == entry.has("sha256")) {
      entry.problem(
          "sha256",
          entry.has("sha256") ? "beside a token" : "missing",
          allowed,
          "Write either sha256 (printf %s TOKEN | sha256sum), tokenFile or tokenEnv.");
      return Optional.empty();
    }
    if (entry.hasSecret("token")) {
      return entry.secret("token", "Put a long random text into it.").map(HttpSection::digest);
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
