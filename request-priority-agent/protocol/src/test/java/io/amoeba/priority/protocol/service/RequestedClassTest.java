package io.amoeba.priority.protocol.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestedClassTest {

  @ParameterizedTest
  @EnumSource(ServiceClass.class)
  void everyClassIsReadByItsName(ServiceClass serviceClass) {
    RequestedClass expected = new RequestedClass.Named(serviceClass);

    assertThat(RequestedClass.read(serviceClass.text())).isEqualTo(expected);
    assertThat(RequestedClass.read(bytes(serviceClass.text()))).isEqualTo(expected);
    assertThat(RequestedClass.read(bytes(serviceClass.text()).asReadOnlyBuffer()))
        .isEqualTo(expected);
  }

  @Test
  void aSliceOfALargerBufferIsReadAndItsPositionStays() {
    ByteBuffer value = bytes("xxlowxx");
    value.position(2).limit(5);

    assertThat(RequestedClass.read(value)).isEqualTo(new RequestedClass.Named(ServiceClass.LOW));
    assertThat(value.position()).isEqualTo(2);
    assertThat(value.limit()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "HIGH, is 'HIGH'",
    "High, is 'High'",
    "hig, is 'hig'",
    "higher, is 'higher'",
    "0, is '0'",
    "sixteen-letters!, is 'sixteen-letters!'",
    "seventeen-letters, is longer than 16 bytes"
  })
  void otherTextIsQuotedAsFarAsItFits(String text, String problem) {
    assertMalformed(text, problem);
  }

  @Test
  void anEmptyValueIsNoClass() {
    assertMalformed("", "is empty");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" high", "high\n", "hi gh", "h\u0000", "\u001b[31m", "\u007f", "hïgh", "低"})
  void textThatCouldChangeALogOrATerminalIsNotQuoted(String text) {
    assertMalformed(text, "is not printable ASCII");
  }

  @Test
  void aNameInUtf16IsNoClass() {
    ByteBuffer value = ByteBuffer.wrap("high".getBytes(StandardCharsets.UTF_16));

    assertThat(RequestedClass.read(value))
        .isEqualTo(new RequestedClass.Malformed("is not printable ASCII"));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 1 << 16, 10_000_000})
  void aLongValueIsNotQuoted(int length) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) 'h');

    assertThat(RequestedClass.read(ByteBuffer.wrap(value)))
        .isEqualTo(new RequestedClass.Malformed("is longer than 16 bytes"));
    assertMalformed("h".repeat(length), "is longer than 16 bytes");
  }

  @Test
  void fewCharactersThatAreManyBytesAreTooLong() {
    assertMalformed("低".repeat(6), "is longer than 16 bytes");
  }

  @Test
  void randomBytesNeverFailAndNeverLeakUnprintableOnes() {
    long seed = 20_261_128;
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      byte[] value = new byte[random.nextInt(20)];
      random.nextBytes(value);

      RequestedClass read = RequestedClass.read(ByteBuffer.wrap(value));

      if (read instanceof RequestedClass.Malformed malformed) {
        assertThat(malformed.problem()).matches("[\\x20-\\x7e]{1,40}");
      } else {
        String name = new String(value, StandardCharsets.US_ASCII);
        assertThat(((RequestedClass.Named) read).serviceClass().text()).isEqualTo(name);
      }
    }
  }

  private static void assertMalformed(String text, String problem) {
    RequestedClass expected = new RequestedClass.Malformed(problem);
    assertThat(RequestedClass.read(bytes(text))).isEqualTo(expected);
    assertThat(RequestedClass.read(text)).isEqualTo(expected);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
