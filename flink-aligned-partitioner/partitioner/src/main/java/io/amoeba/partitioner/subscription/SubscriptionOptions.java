package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.signature.PlacementSecret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the coordinator is and how to speak to it, from system properties ({@code
 * amoeba.coordinator.url}) or environment variables ({@code AMOEBA_COORDINATOR_URL}); the property
 * wins. Immutable.
 */
final class SubscriptionOptions {

  static final String URL = "amoeba.coordinator.url";
  static final String TOKEN_FILE = "amoeba.coordinator.token.file";
  static final String TRUST_STORE = "amoeba.coordinator.truststore";
  static final String TRUST_STORE_PASSWORD_FILE = "amoeba.coordinator.truststore.password.file";

  static final String SECRET_FILE = "amoeba.placement.secret.file";
  static final String KEY_STORE = "amoeba.coordinator.keystore";
  static final String KEY_STORE_PASSWORD_FILE = "amoeba.coordinator.keystore.password.file";
  static final String NODE_HOST = "amoeba.node.host";

  private final List<URI> urls;
  private final @Nullable String token;
  private final @Nullable StoreFile trustStore;
  private final @Nullable StoreFile keyStore;
  private final @Nullable PlacementSecret placementSecret;
  private final List<String> nodeHosts;

  private SubscriptionOptions(
      List<URI> urls,
      @Nullable String token,
      @Nullable StoreFile trustStore,
      @Nullable StoreFile keyStore,
      @Nullable PlacementSecret placementSecret,
      List<String> nodeHosts) {
    this.urls = List.copyOf(urls);
    this.token = token;
    this.trustStore = trustStore;
    this.keyStore = keyStore;
    this.placementSecret = placementSecret;
    this.nodeHosts = List.copyOf(nodeHosts);
  }

  static SubscriptionOptions fromProcess() {
    return from(
        key -> {
          String property = System.getProperty(key);
          return property != null
              ? property
              : System.getenv(key.toUpperCase(Locale.ROOT).replace('.', '_'));
        });
  }

  /**
   * Reads and checks the options.
   *
   * @throws IllegalArgumentException naming every wrong option at once
   */
  static SubscriptionOptions from(Function<String, @Nullable String> source) {
    List<String> problems = new ArrayList<>();
    List<URI> urls = urls(source.apply(URL), problems);
    String token = secret(TOKEN_FILE, source.apply(TOKEN_FILE), problems);
    StoreFile trustStore = store(source, TRUST_STORE, TRUST_STORE_PASSWORD_FILE, problems);
    StoreFile keyStore = store(source, KEY_STORE, KEY_STORE_PASSWORD_FILE, problems);
    PlacementSecret placementSecret = placementSecret(source.apply(SECRET_FILE), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot subscribe to the coordinator:\n  " + String.join("\n  ", problems));
    }
    return new SubscriptionOptions(
        urls, token, trustStore, keyStore, placementSecret, nodeHosts(source.apply(NODE_HOST)));
  }

  /** As operators read them, who count the requests to these hosts as local. */
  private static List<String> nodeHosts(@Nullable String commaSeparated) {
    List<String> hosts = new ArrayList<>();
    if (commaSeparated != null) {
      for (String host : commaSeparated.split(",", -1)) {
        if (!host.isBlank()) {
          hosts.add(host.strip());
        }
      }
    }
    return hosts;
  }

  private static @Nullable StoreFile store(
      Function<String, @Nullable String> source,
      String key,
      String passwordKey,
      List<String> problems) {
    String password = secret(passwordKey, source.apply(passwordKey), problems);
    String store = source.apply(key);
    if (store == null || store.isBlank()) {
      return null;
    }
    Path file = Path.of(store);
    if (!Files.isReadable(file)) {
      problems.add(key + " is '" + store + "': no readable file there; give a PKCS12 store");
      return null;
    }
    return new StoreFile(
        key, file, passwordKey, password == null ? new char[0] : password.toCharArray());
  }

  private static List<URI> urls(@Nullable String texts, List<String> problems) {
    List<URI> urls = new ArrayList<>();
    if (texts != null && !texts.isBlank()) {
      for (String text : texts.split(",", -1)) {
        URI url = url(text.trim(), problems);
        if (url != null) {
          urls.add(url);
        }
      }
    }
    return urls;
  }

  private static @Nullable URI url(String text, List<String> problems) {
    if (text.indexOf('@') >= 0) {
      // Not shown: it may be a password.
      problems.add(
          URL
              + " holds a user or a password: leave it out, and name a file with the token in "
              + TOKEN_FILE);
      return null;
    }
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // reported below with the same remedy
    }
    problems.add(
        URL
            + " is '"
            + text
            + "': must be like http://host:7070 or https://host:7070; several are divided by commas");
    return null;
  }

  private static @Nullable String secret(String key, @Nullable String file, List<String> problems) {
    if (file == null || file.isBlank()) {
      return null;
    }
    try {
      String text = Files.readString(Path.of(file)).trim();
      if (!text.isEmpty()) {
        return text;
      }
      problems.add(key + " is '" + file + "': the file is empty; write the secret into it");
    } catch (IOException | RuntimeException e) {
      problems.add(unreadable(key, file, e));
    }
    return null;
  }

  private static @Nullable PlacementSecret placementSecret(
      @Nullable String file, List<String> problems) {
    if (file == null || file.isBlank()) {
      return null;
    }
    try {
      return PlacementSecret.read(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      problems.add(unreadable(SECRET_FILE, file, e));
    } catch (IllegalArgumentException e) {
      problems.add(SECRET_FILE + " is '" + file + "': cannot be used. " + e.getMessage());
    }
    return null;
  }

  private static String unreadable(String key, String file, Exception e) {
    return key + " is '" + file + "': cannot be read (" + e + "); check path and rights";
  }

  /** Base addresses without trailing slash, of which one leads; none: there is no coordinator. */
  List<URI> urls() {
    return urls;
  }

  @Nullable String token() {
    return token;
  }

  /** Whom to trust, or null: those that the JDK trusts. */
  @Nullable StoreFile trustStore() {
    return trustStore;
  }

  /** The own key and certificate, or null: none is shown. */
  @Nullable StoreFile keyStore() {
    return keyStore;
  }

  /** By which the coordinator's answers are known, or null: all of them count. */
  @Nullable PlacementSecret placementSecret() {
    return placementSecret;
  }

  /**
   * The names and addresses of the machine, by which Redis may know it; none: as Flink calls it.
   */
  List<String> nodeHosts() {
    return nodeHosts;
  }
}
