package io.amoeba.partitioner.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriptionOptionsTest {

  @TempDir Path folder;

  @Test
  void everyWrongOptionIsNamedAtOnceWithItsValueAndARemedy() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));

    assertThatThrownBy(
            () ->
                from(
                    Map.of(
                        SubscriptionOptions.URL,
                        "ftp://somewhere",
                        SubscriptionOptions.TOKEN_FILE,
                        empty.toString(),
                        SubscriptionOptions.TRUST_STORE,
                        folder + "/none.p12",
                        SubscriptionOptions.TRUST_STORE_PASSWORD_FILE,
                        folder + "/none.txt",
                        SubscriptionOptions.KEY_STORE,
                        folder + "/no-key.p12")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "amoeba.coordinator.url is 'ftp://somewhere': must be like http://host:7070")
        .hasMessageContaining("amoeba.coordinator.token.file is '" + empty + "': the file is empty")
        .hasMessageContaining("amoeba.coordinator.truststore is '" + folder + "/none.p12': no")
        .hasMessageContaining("amoeba.coordinator.truststore.password.file is '")
        .hasMessageContaining("amoeba.coordinator.keystore is '" + folder + "/no-key.p12': no");
  }

  @Test
  void theHostsOfTheMachineAreThoseOfAmoebaNodeHost() {
    assertThat(from(Map.of()).nodeHosts()).isEmpty();
    assertThat(from(Map.of(SubscriptionOptions.NODE_HOST, " 10.0.0.11, node-1.net,")).nodeHosts())
        .containsExactly("10.0.0.11", "node-1.net");
  }

  @Test
  void withoutAnAddressThereIsNoCoordinator() {
    assertThat(from(Map.of()).urls()).isEmpty();
    assertThat(from(Map.of(SubscriptionOptions.URL, " ")).urls()).isEmpty();
  }

  @Test
  void rightOptionsAreTaken() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), " secret\n");

    SubscriptionOptions options =
        from(
            Map.of(
                SubscriptionOptions.URL,
                "https://coordinator:8090/, http://other:7070",
                SubscriptionOptions.TOKEN_FILE,
                token.toString()));

    assertThat(options.urls())
        .containsExactly(URI.create("https://coordinator:8090"), URI.create("http://other:7070"));
    assertThat(options.token()).isEqualTo("secret");
    assertThat(options.trustStore()).isNull();
    assertThat(options.keyStore()).isNull();
  }

  @Test
  void addressesThatCannotBeMeantAreRefused() {
    for (String url :
        new String[] {"localhost:8090", "http://", "http:// x", "/api", "://", "http://a,", ","}) {
      assertThatThrownBy(() -> from(Map.of(SubscriptionOptions.URL, url)))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aLoginInAnAddressIsRefusedAndNotShown() {
    assertThatThrownBy(() -> from(Map.of(SubscriptionOptions.URL, "http://user:hidden@a:7070")))
        .hasMessageContaining("amoeba.coordinator.url holds a user or a password")
        .hasMessageContaining("amoeba.coordinator.token.file")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void aSecretIsLongAndReadableByItsOwnerOnly() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "too short\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
    Map<String, String> options = Map.of(SubscriptionOptions.SECRET_FILE, secret.toString());
    String named = "amoeba.placement.secret.file is '" + secret + "': cannot be used. ";

    assertThatThrownBy(() -> from(options))
        .hasMessageContaining(named + "It has 9 characters, and the minimum is 32");
    Files.writeString(secret, "0123456789abcdef0123456789abcdef\n");
    assertThat(from(options).placementSecret()).isNotNull();
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> from(options))
        .hasMessageContaining(named + "Every user of this machine may read or change it: chmod");
    Files.delete(secret);
    assertThatThrownBy(() -> from(options)).hasMessageContaining("': cannot be read (");
    assertThat(from(Map.of()).placementSecret()).isNull();
  }

  private static SubscriptionOptions from(Map<String, String> values) {
    return SubscriptionOptions.from(values::get);
  }
}
