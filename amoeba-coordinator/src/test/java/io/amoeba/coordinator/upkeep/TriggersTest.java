package io.amoeba.coordinator.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.upkeep.Triggers.SaveTrigger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriggersTest {

  static Map<String, String> settings(String save) {
    return Map.of(
        "save",
        save,
        "auto-aof-rewrite-percentage",
        "100",
        "auto-aof-rewrite-min-size",
        "67108864");
  }

  @Test
  void eachLineOfSaveIsATrigger() {
    Triggers triggers = Triggers.of(settings("3600 1 300 100 60 10000"));

    assertThat(triggers.areKnown()).isTrue();
    assertThat(triggers.saves())
        .containsExactly(
            new SaveTrigger(3600, 1), new SaveTrigger(300, 100), new SaveTrigger(60, 10_000));
    assertThat(triggers.saves().get(2)).hasToString("save 60 10000");
    assertThat(triggers.rewritePercent()).isEqualTo(100);
    assertThat(triggers.rewriteLeastBytes()).isEqualTo(67_108_864);
  }

  @ParameterizedTest
  @CsvSource({"5000, 5000", "'', ", "15 s, ", "99999999999, "})
  void theNodeTimeoutIsUnknownUnlessItIsANumber(String told, @Nullable Long millis) {
    Map<String, String> settings = new HashMap<>(settings("60 1"));
    settings.put("cluster-node-timeout", told);

    assertThat(Triggers.of(settings).nodeTimeout().map(Duration::toMillis))
        .isEqualTo(Optional.ofNullable(millis));
    assertThat(Triggers.of(settings).areKnown()).isTrue();
  }

  @Test
  void anEmptySaveHasNoTrigger() {
    Triggers triggers = Triggers.of(settings(""));

    assertThat(triggers.areKnown()).isTrue();
    assertThat(triggers.saves()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3600",
        "3600 1 300",
        "3600 -1",
        "a b",
        "3600 1.5",
        "123456789012345678 1",
        "99999999999999999999 1"
      })
  void unusableSettingsAreToldByNameAndValue(String save) {
    Triggers triggers = Triggers.of(settings(save));

    assertThat(triggers.areKnown()).isFalse();
    assertThat(triggers.saves()).isEmpty();
    assertThat(triggers.unknown()).isEqualTo("save is '" + save + "'");
  }

  @Test
  void aSettingThatIsNotToldIsNamed() {
    Map<String, String> settings = new HashMap<>(settings("60 1"));
    settings.remove("auto-aof-rewrite-min-size");

    assertThat(Triggers.of(settings).unknown())
        .isEqualTo("the server does not tell its setting auto-aof-rewrite-min-size");
  }

  @Test
  void whatAServerSendsIsNeitherEndlessNorAControlSequence() {
    assertThat(Triggers.of(settings("1 ".repeat(100_000))).unknown().length()).isLessThan(100);
    assertThat(Triggers.of(settings("\u001b[2J")).unknown()).doesNotContain("\u001b");
    assertThat(Triggers.unknown("x".repeat(100_000)).unknown().length()).isLessThan(100);
  }
}
