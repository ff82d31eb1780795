package io.amoeba.partitioner.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
            "amoeba.coordinator.url is 'ftp://somewhere': must be like http://host:8090")
        .hasMessageContaining("amoeba.coordinator.token.file is '" + empty + "': the file is empty")
        .hasMessageContaining("amoeba.coordinator.truststore is '" + folder + "/none.p12': no")
        .hasMessageContaining("amoeba.coordinator.truststore.password.file is '")
        .hasMessageContaining("amoeba.coordinator.keystore is '" + folder + "/no-key.p12': no");
  }

  @Test
  void withoutAnAddressThereIsNoCoordinator() {
    assertThat(from(Map.of()).url()).isNull();
    assertThat(from(Map.of(SubscriptionOptions.URL, " ")).url()).isNull();
  }

  @Test
  void rightOptionsAreTaken() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), " secret\n");

    SubscriptionOptions options =
        from(
            Map.of(
                SubscriptionOptions.URL,
                "https://coordinator:8090/",
                SubscriptionOptions.TOKEN_FILE,
                token.toString()));

    assertThat(options.url()).hasToString("https://coordinator:8090");
    assertThat(options.token()).isEqualTo("secret");
    assertThat(options.trustStore()).isNull();
    assertThat(options.keyStore()).isNull();
  }

  @Test
  void addressesThatCannotBeMeantAreRefused() {
    for (String url : new String[] {"localhost:8090", "http://", "http:// x", "/api", "://"}) {
      assertThatThrownBy(() -> from(Map.of(SubscriptionOptions.URL, url)))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static SubscriptionOptions from(Map<String, String> values) {
    return SubscriptionOptions.from(values::get);
  }
}
