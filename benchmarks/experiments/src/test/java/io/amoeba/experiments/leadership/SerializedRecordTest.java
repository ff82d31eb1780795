package io.amoeba.experiments.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SerializedRecordTest {
  private static final int FOOTER = 10;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void theChecksumIsThatOfRedis() {
    // The value that crc64.c of Redis names.
    assertThat(SerializedRecord.checksum(bytes("123456789"), 9)).isEqualTo(0xe9c6d914c4b8d9caL);
  }

  @Test
  void eachPlaceholderGetsBytesOfItsOwnAndAllElseStays() {
    String dump =
        "a" + SerializedRecord.PLACEHOLDER + "b" + SerializedRecord.PLACEHOLDER + "c0123456789";
    SerializedRecord record = new SerializedRecord(bytes(dump), 2);

    String one = new String(record.of(1), StandardCharsets.ISO_8859_1);

    int length = SerializedRecord.PLACEHOLDER.length();
    assertThat(one).hasSameSizeAs(dump).startsWith("a").doesNotContain("placeholder");
    assertThat(one.charAt(1 + length)).isEqualTo('b');
    assertThat(one.substring(2 + 2 * length, dump.length() - FOOTER + 2)).isEqualTo("c01");
    assertThat(one.substring(1, 1 + length))
        .isNotEqualTo(one.substring(2 + length, 2 + 2 * length));
    assertThat(record.of(2)).isNotEqualTo(bytes(one));
    assertThat(record.of(1)).isEqualTo(bytes(one));
  }

  @Test
  void aCompressedDumpIsRefused() {
    assertThatThrownBy(() -> new SerializedRecord(bytes("compressed"), 2))
        .hasMessage("DUMP has 0 of 2 values: use a server that obeys rdbcompression no");
  }
}
