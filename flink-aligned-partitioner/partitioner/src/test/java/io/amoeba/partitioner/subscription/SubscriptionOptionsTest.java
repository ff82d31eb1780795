package io.amoeba.partitioner.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static SubscriptionOptions from(Map<String, String> values) {
    return SubscriptionOptions.from(values::get);
  }
}
