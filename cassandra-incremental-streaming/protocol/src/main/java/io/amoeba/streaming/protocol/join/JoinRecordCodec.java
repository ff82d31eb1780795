package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.FieldText;
import io.amoeba.streaming.protocol.MalformedTextException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@link JoinRecord} as one line of text: {@code
 * 1;plan;epoch;finished;done;settling;steps;checksum}, steps between slashes, tokens between bars.
 */
public final class JoinRecordCodec {

  private static final String VERSION = "1";

  private JoinRecordCodec() {}

  public static String encode(JoinRecord join) {
    return FieldText.withChecksum(
        String.join(
            ";",
            VERSION,
            join.plan().toString(),
            Long.toString(join.epoch()),
            join.finished() ? "1" : "0",
            FieldText.write(join.done()),
            FieldText.write(join.settling()),
            join.steps().stream()
                .map(step -> FieldText.write(new TreeSet<>(step)))
                .collect(Collectors.joining("/"))));
  }

  /** Throws {@link MalformedTextException} on anything that {@link #encode} does not write. */
  public static JoinRecord decode(String text) {
    FieldText fields = FieldText.readChecked("join record", text, VERSION, 7);
    List<SortedSet<Long>> steps = new ArrayList<>();
    FieldText.split(fields.text(6), '/').forEach(step -> steps.add(fields.tokens(step)));
    return fields.build(
        () ->
            new JoinRecord(
                fields.uuid(1),
                steps,
                fields.tokens(4),
                fields.tokens(5),
                fields.number(2, Long.MAX_VALUE),
                fields.flag(3)));
  }
}
