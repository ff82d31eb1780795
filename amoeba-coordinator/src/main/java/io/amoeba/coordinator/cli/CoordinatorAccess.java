package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.text.PrintableJson;
import io.amoeba.coordinator.text.PrintableText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that say which coordinator is meant and how to be let in, and requests to it. Of
 * several the one that leads is asked. Every answer but 2xx is an {@link ApiFailure}. Confined to
 * one thread.
 */
final class CoordinatorAccess {

  private static final String TOKEN = "AMOEBA_COORDINATOR_TOKEN";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      defaultValue = "${env:AMOEBA_COORDINATOR_URL:-http://127.0.0.1:7070}",
      description = {
        "URL of the coordinator, or of several, separated by commas, of which the leader is used; or"
            + " AMOEBA_COORDINATOR_URL. Default: http://127.0.0.1:7070."
      })
  private List<URI> urls = List.of(URI.create("http://127.0.0.1:7070"));

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      defaultValue = "${env:AMOEBA_COORDINATOR_TOKEN_FILE:-}",
      description = {
        "File with your token; or AMOEBA_COORDINATOR_TOKEN_FILE, or the token itself in"
            + " AMOEBA_COORDINATOR_TOKEN."
      })
  private String tokenFile = "";

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Certificate (PEM) to trust instead of those of the JDK, for https.")
  private @Nullable Path ca;

  @Option(
      names = "--keystore",
      paramLabel = "FILE",
      defaultValue = "${env:AMOEBA_COORDINATOR_KEYSTORE:-}",
      description = {
        "Your key and certificate (PKCS #12) for a coordinator that requires one; or"
            + " AMOEBA_COORDINATOR_KEYSTORE."
      })
  private String keystore = "";

  @Option(
      names = "--keystore-password-file",
      paramLabel = "FILE",
      defaultValue = "${env:AMOEBA_COORDINATOR_KEYSTORE_PASSWORD_FILE:-}",
      description = "File with its password; or AMOEBA_COORDINATOR_KEYSTORE_PASSWORD_FILE.")
  private String keystorePasswordFile = "";

  /** Where the last answer came from, or is to come from first. */
  private int current;

  private @Nullable HttpClient client;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /** Whether the command line says which one is meant. */
  boolean isNamed() {
    return command.commandLine() != null
        && command.commandLine().getParseResult().hasMatchedOption("--url");
  }

  URI url() {
    return urls.get(current);
  }

  JsonNode get(String path) throws InterruptedException {
    return ask(path, HttpRequest.Builder::GET);
  }

  /** An order is given to another coordinator only if the first one surely did not take it. */
  JsonNode post(String path, String body) throws InterruptedException {
    return ask(
        path,
        request ->
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
  }

  private JsonNode ask(String path, UnaryOperator<HttpRequest.Builder> method)
      throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < urls.size(); i++) {
      URI url = url();
      HttpRequest request = method.apply(request(url, path)).build();
      try {
        return send(url, request);
      } catch (ApiFailure e) {
        if (!e.mayAskAnother(request)) {
          throw e;
        }
        failures.add(String.valueOf(e.getMessage()));
        current = (current + 1) % urls.size();
      }
    }
    throw new ApiFailure(String.join("\n", failures));
  }

  private HttpRequest.Builder request(URI url, String path) {
    if (url.getRawUserInfo() != null) {
      throw new ApiFailure(
          "--url contains a user or a password: remove it, and name your token's file with"
              + " --token-file");
    }
    if (url.getHost() == null || !("http".equals(url.getScheme()) || isTls(url))) {
      throw new ApiFailure(
          "--url is '" + url + "': must be an address such as http://127.0.0.1:7070");
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT);
    token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private static boolean isTls(URI url) {
    return "https".equals(url.getScheme());
  }

  private Optional<String> token() {
    if (tokenFile.isEmpty()) {
      return Optional.ofNullable(System.getenv(TOKEN)).map(String::strip);
    }
    try {
      return Optional.of(Files.readString(Path.of(tokenFile)).strip());
    } catch (IOException e) {
      throw new ApiFailure("token file " + tokenFile + " cannot be read: " + e);
    }
  }

  private JsonNode send(URI url, HttpRequest request) throws InterruptedException {
    HttpResponse<String> answer;
    try {
      answer = client().send(request, BodyHandlers.ofString());
    } catch (SSLException e) {
      throw new ApiFailure(
          ("no TLS with %s: %s; --ca names its certificate, if the JDK does not trust it, and"
                  + " --keystore yours, if it requires one")
              .formatted(url, e.getMessage()));
    } catch (IOException e) {
      boolean sent = !(e instanceof ConnectException || e instanceof HttpConnectTimeoutException);
      throw new ApiFailure(
          sent ? ApiFailure.Kind.NO_ANSWER : ApiFailure.Kind.NOT_ASKED,
          ("no coordinator answers at %s (%s); is it running? --url or AMOEBA_COORDINATOR_URL"
                  + " names another one")
              .formatted(url, e.getMessage() == null ? e.getClass().getSimpleName() : e));
    }
    if (answer.statusCode() / 100 != 2) {
      throw refused(answer);
    }
    try {
      return PrintableJson.of(JSON.readTree(answer.body()));
    } catch (JsonProcessingException e) {
      throw new ApiFailure(url + " did not answer with JSON; is it a coordinator?");
    }
  }

  private static ApiFailure refused(HttpResponse<String> answer) {
    if (answer.statusCode() == 401) {
      return new ApiFailure(
          "the coordinator requires a token: name its file with --token-file or"
              + " AMOEBA_COORDINATOR_TOKEN_FILE; the token that was sent, if any, is unknown");
    }
    String error = "";
    try {
      error = PrintableText.line(JSON.readTree(answer.body()).path("error").asText());
    } catch (JsonProcessingException e) {
      // Told below by its status alone.
    }
    return new ApiFailure(
        answer.statusCode() == 503 ? ApiFailure.Kind.NOT_ASKED : ApiFailure.Kind.REFUSED,
        error.isEmpty()
            ? "%s answered with status %d".formatted(answer.uri(), answer.statusCode())
            : error);
  }

  private HttpClient client() {
    HttpClient made = client;
    if (made == null) {
      HttpClient.Builder builder =
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
      if (ca != null || !keystore.isEmpty()) {
        builder.sslContext(CallersTls.context(ca, keystore, keystorePasswordFile));
      }
      made = builder.build();
      client = made;
    }
    return made;
  }
}
