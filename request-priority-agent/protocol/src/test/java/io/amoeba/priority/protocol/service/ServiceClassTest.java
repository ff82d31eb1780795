package io.amoeba.priority.protocol.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServiceClassTest {

  @Test
  void highIsAboveNormalAndNormalAboveLow() {
    assertThat(ServiceClass.HIGH.isAbove(ServiceClass.NORMAL)).isTrue();
    assertThat(ServiceClass.NORMAL.isAbove(ServiceClass.LOW)).isTrue();
    assertThat(ServiceClass.LOW.isAbove(ServiceClass.HIGH)).isFalse();
    assertThat(ServiceClass.LOW.isAbove(ServiceClass.LOW)).isFalse();
  }

  @Test
  void aClassIsLoweredToTheHighestAllowedOne() {
    assertThat(ServiceClass.HIGH.atMost(ServiceClass.NORMAL)).isEqualTo(ServiceClass.NORMAL);
    assertThat(ServiceClass.LOW.atMost(ServiceClass.NORMAL)).isEqualTo(ServiceClass.LOW);
    assertThat(ServiceClass.NORMAL.atMost(ServiceClass.NORMAL)).isEqualTo(ServiceClass.NORMAL);
  }

  @ParameterizedTest
  @EnumSource(ServiceClass.class)
  void everyClassIsDecodedFromItsByte(ServiceClass serviceClass) {
    assertThat(ServiceClass.decode(serviceClass.encode())).isEqualTo(serviceClass);
  }

  @Test
  void theBytesOnTheWireStayAsTheyAre() {
    assertThat(ServiceClass.HIGH.encode()).containsExactly(0);
    assertThat(ServiceClass.NORMAL.encode()).containsExactly(1);
    assertThat(ServiceClass.LOW.encode()).containsExactly(2);
  }

  @Test
  void everyOtherByteIsNoClass() {
    for (int value = 3; value < 256; value++) {
      assertThat(ServiceClass.decode(new byte[] {(byte) value})).as("byte %d", value).isNull();
    }
  }

  @Test
  void everyOtherLengthIsNoClass() {
    for (int length : new int[] {0, 2, 3, 16, 10_000_000}) {
      assertThat(ServiceClass.decode(new byte[length])).as("%d bytes", length).isNull();
    }
  }
}
