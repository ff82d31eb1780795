package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressLiteralTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.3:7000", "[0:0:0:0:0:0:0:1]:7001", "[2001:db8:0:0:0:0:0:2]:7000"})
  void anAddressWithItsPortIsParsed(String name) throws Exception {
    assertThat(Rings.name(AddressLiteral.parse(name))).isEqualTo(name);
  }

  /** Each of them would be looked up; localhost would be found. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:7000",
        "localhost",
        "node.example:7000",
        "127.1:7000",
        "999.0.0.1:7000",
        "1.2.3.4.5:7000",
        "2130706433:7000",
        "127.0.0.3:port",
        "127.0.0.3:70000",
        "",
        ":7000",
        "[localhost]:7000",
        "127.0.0.3 :7000",
        "127.0.0.3,x:7000"
      })
  void namesAreRefusedWithoutALookUp(String name) {
    assertThatThrownBy(() -> AddressLiteral.parse(name))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("names are not looked up");
  }
}
