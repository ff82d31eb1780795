package io.amoeba.priority.protocol.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.releasedformats.ReleasedFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Nodes and clients of two releases: how a request names its class of service. */
class ReleasedFormatsTest {

  private static final HexFormat HEX = HexFormat.of();

  @Test
  void classesOfMessagesBetweenNodesAreUnderstood() throws Exception {
    ReleasedFormat<ServiceClass> stamps =
        new ReleasedFormat<>(
            "message-class",
            serviceClass -> HEX.formatHex(serviceClass.encode()),
            text -> Objects.requireNonNull(ServiceClass.decode(HEX.parseHex(text)), text));
    for (ServiceClass serviceClass : ServiceClass.values()) {
      stamps.sample(serviceClass.text(), serviceClass);
    }
    stamps.check();
  }

  /** Clients write these names into their requests and into the options of their connections. */
  @Test
  void namesOfClassesThatClientsWriteAreUnderstood() throws Exception {
    ReleasedFormat<RequestedClass> names =
        new ReleasedFormat<>(
            "class-name",
            requested -> ((RequestedClass.Named) requested).serviceClass().text(),
            text -> RequestedClass.read(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    for (ServiceClass serviceClass : ServiceClass.values()) {
      names.sample(serviceClass.text(), new RequestedClass.Named(serviceClass));
    }
    names.check();
  }

  /** Its request is then of the class that nobody has marked. */
  @Test
  void aClassOfALaterReleaseIsNoneOfThese() {
    assertThat(ServiceClass.decode(new byte[] {3})).isNull();
    assertThat(ServiceClass.decode(new byte[] {0, 0})).isNull();
  }
}
