package io.amoeba.coordinator.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrintableTextTest {

  @Test
  void everyCharacterThatForgesOrCommandsIsReplaced() {
    for (int character = 0; character <= 0x10ffff; character++) {
      boolean control =
          character < 0x20
              || (character >= 0x7f && character < 0xa0)
              || character == 0x061c
              || character == 0x200e
              || character == 0x200f
              || (character >= 0x2028 && character <= 0x202e)
              || (character >= 0x2066 && character <= 0x2069)
              || (character >= 0xd800 && character <= 0xdfff);
      String text = new StringBuilder("a").appendCodePoint(character).append("b").toString();

      assertThat(PrintableText.line(text))
          .as("U+%04X", character)
          .isEqualTo(control ? "a\ufffdb" : text);
    }
  }

  @Test
  void aForgedAuditLineStaysInItsLine() {
    String name = "Toll\r\n12:00:00.000 INFO  PlanBoard - plan-9 approved by alice: \u001b[2K";

    assertThat(PrintableText.line(name).lines()).hasSize(1);
    assertThat(PrintableText.line(name)).doesNotContain("\u001b").contains("plan-9 approved");
  }

  @Test
  void linesAndTabsStayWhereThereMayBeSeveralLines() {
    assertThat(PrintableText.lines("a\n\tb\r\u001b[0m")).isEqualTo("a\n\tb\ufffd\ufffd[0m");
  }

  @Test
  void whatIsPrintableInAnyScriptStays() {
    String text = "Straße, Zürich → 東京 Ω 😀 'quotes' {braces}";

    assertThat(PrintableText.line(text)).isSameAs(text);
  }

  @Test
  void textsOfADocumentAreReplacedAtEveryDepth() throws Exception {
    ObjectMapper json = new ObjectMapper();

    assertThat(
            PrintableJson.of(
                    json.readTree("{\"a\":[{\"b\":\"x\\ny\"}],\"n\":1,\"trace\":\"p\\nq\"}"),
                    Set.of("trace"))
                .toString())
        .isEqualTo("{\"a\":[{\"b\":\"x\ufffdy\"}],\"n\":1,\"trace\":\"p\\nq\"}");
  }
}
