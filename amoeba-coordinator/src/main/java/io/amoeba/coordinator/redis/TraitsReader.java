package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.members.FunctionLibrary;
import io.amoeba.coordinator.members.MemberTraits;
import io.amoeba.coordinator.text.PrintableText;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a server holds beside its keys, by commands that change nothing. Of ACL users nothing
 * but their names and a digest leaves this class. Stateless. Source: Redis command references;
 * INFO, section modules.
 */
final class TraitsReader {

  /** None of them matches a secret, as {@code *} would. Redis 6.2 takes one in each CONFIG GET. */
  private static final List<String> SETTINGS =
      List.of(
          "maxmemory*",
          "notify-keyspace-events",
          "cluster-*",
          "append*",
          "save",
          "lazyfree-*",
          "proto-max-bulk-len",
          "client-query-buffer-limit",
          "maxclients",
          "timeout",
          "port",
          "tls-port",
          "tls-cluster");

  /** A library's bytes, one in each character. */
  private static final StringCodec BYTES = new StringCodec(StandardCharsets.ISO_8859_1);

  private static final Pattern MODULE = Pattern.compile("^module:name=([^,]+),ver=(\\d{1,9})");

  /** {@code user NAME RULE …}. */
  private static final Pattern USER = Pattern.compile("user (\\S+)(?: (.*))?");

  /** Rules that mean the same in any order. The order of {@code +} and {@code -} counts. */
  private static final Pattern UNORDERED = Pattern.compile("[#~%&].*");

  private TraitsReader() {}

  /** What a server tells under an address. */
  static MemberTraits read(String address, RedisCommands<String, String> commands) {
    Optional<String> info = answer(commands::info);
    Map<String, String> fields = info.map(ServerInfoReader::fields).orElse(Map.of());
    return new MemberTraits(
        address,
        fields,
        info.map(TraitsReader::modules),
        answer(() -> settings(commands)),
        answer(commands::aclList).map(TraitsReader::users),
        libraries(fields, commands));
  }

  private static <T> Optional<T> answer(Supplier<T> question) {
    try {
      return Optional.of(question.get());
    } catch (RedisCommandExecutionException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> settings(RedisCommands<String, String> commands) {
    Map<String, String> settings = new HashMap<>();
    for (String pattern : SETTINGS) {
      commands
          .configGet(pattern)
          .forEach((name, value) -> settings.put(name, PrintableText.line(value)));
    }
    return settings;
  }

  /** The modules that an answer to INFO tells of. */
  static Map<String, Integer> modules(String info) {
    Map<String, Integer> modules = new HashMap<>();
    info.lines()
        .map(MODULE::matcher)
        .filter(Matcher::find)
        .forEach(
            found ->
                modules.put(PrintableText.line(found.group(1)), Integer.parseInt(found.group(2))));
    return modules;
  }

  /** The users that an answer to ACL LIST tells of, with a digest of the rest. */
  static Map<String, String> users(List<String> lines) {
    Map<String, String> users = new HashMap<>();
    lines.stream()
        .map(USER::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                users.put(
                    PrintableText.line(line.group(1)),
                    digest(line.group(2) == null ? "" : line.group(2))));
    return users;
  }

  private static String digest(String rules) {
    List<String> words = Arrays.asList(rules.split(" "));
    String normal =
        String.join(
                " ", words.stream().filter(w -> UNORDERED.matcher(w).matches()).sorted().toList())
            + "\n"
            + String.join(
                " ", words.stream().filter(w -> !UNORDERED.matcher(w).matches()).toList());
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(normal.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Who has none is not asked, so that the right to ask is needed only where there are some. */
  private static Optional<Map<String, FunctionLibrary>> libraries(
      Map<String, String> info, RedisCommands<String, String> commands) {
    if (MemberTraits.libraryCount(info).orElse(1) == 0) {
      return Optional.of(Map.of());
    }
    return answer(
        () ->
            libraries(
                commands.dispatch(
                    CommandType.FUNCTION,
                    new NestedMultiOutput<>(BYTES),
                    new CommandArgs<>(BYTES).add("LIST").add("WITHCODE"))));
  }

  /** An entry has names and values in turn, whatever version the protocol has. */
  private static Map<String, FunctionLibrary> libraries(List<Object> entries) {
    Map<String, FunctionLibrary> libraries = new HashMap<>();
    for (Object entry : entries) {
      if (entry instanceof List<?> fields) {
        String name = PrintableText.line(after("library_name", fields));
        libraries.put(name, new FunctionLibrary(name, after("library_code", fields)));
      }
    }
    return libraries;
  }

  private static String after(String field, List<?> fields) {
    int place = fields.indexOf(field);
    if (place < 0 || place + 1 == fields.size()) {
      throw new IllegalArgumentException("FUNCTION LIST does not answer " + field);
    }
    return String.valueOf(fields.get(place + 1));
  }

  /** Loads a library; it is refused if there is one of its name. */
  static void load(FunctionLibrary library, RedisCommands<String, String> commands) {
    String unused =
        commands.dispatch(
            CommandType.FUNCTION,
            new StatusOutput<>(BYTES),
            new CommandArgs<>(BYTES).add("LOAD").add(library.code()));
  }
}
