package io.amoeba.priority.agent;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ApplicationRulesTest {

  @Test
  void rulesStandBetweenBlanksCommasOrPlusSigns() {
    Map<String, ?> rules = Map.of("spark-nightly", LOW, "shop/web:2", HIGH);

    assertThat(ApplicationRules.parse("spark-nightly=low shop/web:2=HIGH")).isEqualTo(rules);
    assertThat(ApplicationRules.parse("spark-nightly=low, shop/web:2=high")).isEqualTo(rules);
    assertThat(ApplicationRules.parse("spark-nightly=low+shop/web:2=high")).isEqualTo(rules);
    assertThat(ApplicationRules.parse(" ")).isEmpty();
  }

  @Test
  void whatIsShownIsReadAgain() {
    Map<String, ?> rules = ApplicationRules.parse("b=low a=high");

    String text = ApplicationRules.text(ApplicationRules.parse("b=low a=high"));

    assertThat(text).isEqualTo("a=high b=low");
    assertThat(ApplicationRules.parse(text)).isEqualTo(rules);
  }

  @Test
  void namesThatALogOrAViewCannotShowAreRefused() {
    for (String rule :
        new String[] {
          "=low", "a=b=low", "\u001b[31m=low", "J\u00fcrgen=low", "a".repeat(129) + "=low"
        }) {
      assertThatThrownBy(() -> ApplicationRules.parse(rule))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is not name=class")
          .message()
          .matches("[ -~]+");
    }
  }
}
