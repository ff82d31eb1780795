package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraitsReaderTest {

  @Test
  void usersAreComparedByADigestThatNeitherShowsPasswordsNorDependsOnTheirOrder() {
    Map<String, String> users =
        TraitsReader.users(List.of("user job on #aa #bb ~x* ~y* &* -@all +get", "user off off"));

    assertThat(users).containsOnlyKeys("job", "off");
    assertThat(users.toString()).doesNotContain("#", "+get");
    assertThat(TraitsReader.users(List.of("user job on #bb #aa ~y* ~x* &* -@all +get")).get("job"))
        .isEqualTo(users.get("job"));
    assertThat(TraitsReader.users(List.of("user job on #aa #cc ~x* ~y* &* -@all +get")).get("job"))
        .isNotEqualTo(users.get("job"));
    assertThat(TraitsReader.users(List.of("user job on #aa #bb ~x* ~y* &* +get -@all")).get("job"))
        .as("the order of commands counts")
        .isNotEqualTo(users.get("job"));
  }

  @Test
  void modulesAreThoseOfInfo() {
    assertThat(
            TraitsReader.modules(
                "# Modules\r\nmodule:name=bf,ver=20400,api=1,filters=0\r\nused_memory:5\r\n"))
        .isEqualTo(Map.of("bf", 20_400));
  }
}
