package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteRefusalTest {

  @ParameterizedTest
  @CsvSource({
    "NOPERM, ACL SETUSER <user> ~own:fresh:* +get +set +readonly",
    "OOM, maxmemory",
    "NOREPLICAS, min-replicas-to-write",
    "MISCONF, save",
    "BUSY, log"
  })
  void eachRefusalHasARemedy(String code, String remedy) {
    WriteRefusal refusal = WriteRefusal.of(code, "own:fresh:{0}:process");

    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.remedy()).contains(remedy);
  }
}
