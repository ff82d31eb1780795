package io.amoeba.streaming.protocol;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * {@link MemberState} as text, for one gossip value: {@code
 * 1;agent;protocol;release;acknowledgements;truncations}, each acknowledgement as {@code
 * host=plan,epoch,heldSince,writeTimeout,readTimeout,void}, between bars.
 */
public final class MemberStateCodec {

  private static final String VERSION = "1";

  private MemberStateCodec() {}

  public static String encode(MemberState state) {
    return String.join(
        ";",
        VERSION,
        state.agentVersion(),
        Integer.toString(state.protocolVersion()),
        state.release(),
        state.acknowledgements().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
            .collect(Collectors.joining("|")),
        state.truncations().entries());
  }

  /** Throws {@link MalformedTextException} on anything that {@link #encode} does not write. */
  public static MemberState decode(String text) {
    FieldText fields = FieldText.read("member state", text, VERSION, 6);
    return fields.build(
        () ->
            new MemberState(
                fields.text(1),
                (int) fields.number(2, Integer.MAX_VALUE),
                fields.text(3),
                acknowledgements(fields),
                Truncations.read(fields, 5)));
  }

  private static String encode(Acknowledgement acknowledgement) {
    return String.join(
        ",",
        acknowledgement.plan().toString(),
        Long.toString(acknowledgement.epoch()),
        Long.toString(acknowledgement.heldSince()),
        Long.toString(acknowledgement.writeTimeoutMillis()),
        Long.toString(acknowledgement.readTimeoutMillis()),
        acknowledgement.voided() ? "1" : "0");
  }

  private static SortedMap<UUID, Acknowledgement> acknowledgements(FieldText fields) {
    SortedMap<UUID, Acknowledgement> acknowledgements = new TreeMap<>();
    if (fields.text(4).isEmpty()) {
      return acknowledgements;
    }
    for (String entry : FieldText.split(fields.text(4), '|')) {
      List<String> pair = FieldText.split(entry, '=');
      List<String> values = FieldText.split(pair.get(pair.size() - 1), ',');
      if (pair.size() != 2 || values.size() != 6) {
        throw new MalformedTextException("member state: an acknowledgement of the wrong form");
      }
      UUID host = fields.uuid(pair.get(0));
      if (!acknowledgements.isEmpty() && acknowledgements.lastKey().compareTo(host) >= 0) {
        throw new MalformedTextException("member state: hosts are not in ascending order");
      }
      acknowledgements.put(
          host,
          new Acknowledgement(
              fields.uuid(values.get(0)),
              fields.number(values.get(1), Long.MAX_VALUE - 1),
              fields.number(values.get(2), Long.MAX_VALUE),
              fields.number(values.get(3), Long.MAX_VALUE),
              fields.number(values.get(4), Long.MAX_VALUE),
              fields.number(values.get(5), 1) == 1));
    }
    return acknowledgements;
  }
}
