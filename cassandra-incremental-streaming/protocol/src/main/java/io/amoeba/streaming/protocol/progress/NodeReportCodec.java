package io.amoeba.streaming.protocol.progress;

import io.amoeba.streaming.protocol.FieldText;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@link NodeReport} as text of less than 2 KiB: {@code 1;pendingCompactions} and, of a node that
 * joins, {@code
 * ;plan;phase;step;steps;senders;stepBytesDone;stepBytesTotal;bytesDone;bytesTotal;bytesPerSec;etaSeconds;ahead;reason},
 * of which the three numbers after {@code bytesDone} are empty while they are unknown.
 */
public final class NodeReportCodec {

  private static final String VERSION = "1";

  /** Numbers have up to 19 digits. */
  private static final int MAX_LENGTH = 2_000;

  private static final int FIELDS = 2;
  private static final int FIELDS_OF_A_JOIN = 15;

  private NodeReportCodec() {}

  public static String encode(NodeReport report) {
    String node = VERSION + ';' + report.pendingCompactions();
    return report.join().map(join -> node + ';' + encode(join)).orElse(node);
  }

  private static String encode(JoinProgressReport join) {
    Estimate bytes = join.bytes();
    return String.join(
        ";",
        join.plan().toString(),
        join.phase().name(),
        Integer.toString(join.step()),
        Integer.toString(join.steps()),
        join.senders(),
        Long.toString(join.stepBytesDone()),
        Long.toString(join.stepBytesTotal()),
        Long.toString(bytes.bytesDone()),
        text(bytes.bytesTotal()),
        text(bytes.bytesPerSec()),
        text(bytes.etaSeconds()),
        join.ahead(),
        join.reason());
  }

  /**
   * Throws {@link MalformedTextException} on anything that {@link #encode} does not write, also on
   * what another version of it may.
   */
  public static NodeReport decode(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new MalformedTextException(
          "node report of " + text.length() + " characters: at most " + MAX_LENGTH);
    }
    boolean joins = FieldText.split(text, ';').size() != FIELDS;
    FieldText fields =
        FieldText.read("node report", text, VERSION, joins ? FIELDS_OF_A_JOIN : FIELDS);
    return fields.build(
        () ->
            new NodeReport(
                (int) fields.number(1, Integer.MAX_VALUE),
                joins ? Optional.of(join(fields)) : Optional.empty()));
  }

  private static JoinProgressReport join(FieldText fields) {
    return new JoinProgressReport(
        fields.uuid(2),
        phase(fields.text(3)),
        (int) fields.number(4, Integer.MAX_VALUE),
        (int) fields.number(5, Integer.MAX_VALUE),
        fields.text(6),
        fields.number(7, Long.MAX_VALUE),
        fields.number(8, Long.MAX_VALUE),
        new Estimate(
            fields.number(9, Long.MAX_VALUE),
            number(fields, 10),
            number(fields, 11),
            number(fields, 12)),
        fields.text(13),
        fields.text(14));
  }

  private static JoinPhase phase(String name) {
    return Arrays.stream(JoinPhase.values())
        .filter(phase -> phase.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new MalformedTextException("node report: a phase of another version"));
  }

  private static String text(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "";
  }

  private static OptionalLong number(FieldText fields, int field) {
    return fields.text(field).isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(fields.number(field, Long.MAX_VALUE));
  }
}
