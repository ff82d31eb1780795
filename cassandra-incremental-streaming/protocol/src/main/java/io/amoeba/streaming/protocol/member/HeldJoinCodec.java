package io.amoeba.streaming.protocol.member;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.AnnouncementCodec;
import io.amoeba.streaming.protocol.FieldText;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.member.HeldJoin.ClosedPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@link HeldJoin} as one line of text: {@code
 * 1;heldSince;generation;closed;announcement;endpoint;checksum}, closed plans as {@code
 * plan=removed} between bars, the announcement's fields between slashes.
 */
public final class HeldJoinCodec {

  private static final String VERSION = "1";

  private HeldJoinCodec() {}

  public static String encode(HeldJoin held) {
    return FieldText.withChecksum(
        String.join(
            ";",
            VERSION,
            Long.toString(held.heldSince()),
            Long.toString(held.generation()),
            held.closed().stream()
                .map(plan -> plan.plan() + "=" + (plan.removed() ? 1 : 0))
                .collect(Collectors.joining("|")),
            held.announcement()
                .map(announcement -> AnnouncementCodec.encode(announcement).replace(';', '/'))
                .orElse(""),
            held.endpoint()));
  }

  /** Throws {@link MalformedTextException} on anything that {@link #encode} does not write. */
  public static HeldJoin decode(String text) {
    FieldText fields = FieldText.readChecked("held join", text, VERSION, 6);
    String announcement = fields.text(4);
    Optional<Announcement> last =
        announcement.isEmpty()
            ? Optional.empty()
            : Optional.of(AnnouncementCodec.decode(announcement.replace('/', ';')));
    return fields.build(
        () ->
            new HeldJoin(
                last,
                fields.text(5),
                fields.number(1, Long.MAX_VALUE),
                fields.number(2, Long.MAX_VALUE),
                closed(fields)));
  }

  private static List<ClosedPlan> closed(FieldText fields) {
    List<ClosedPlan> closed = new ArrayList<>();
    if (fields.text(3).isEmpty()) {
      return closed;
    }
    for (String entry : FieldText.split(fields.text(3), '|')) {
      List<String> pair = FieldText.split(entry, '=');
      if (pair.size() != 2) {
        throw new MalformedTextException("held join: a closed plan of the wrong form");
      }
      closed.add(new ClosedPlan(fields.uuid(pair.get(0)), fields.number(pair.get(1), 1) == 1));
    }
    return closed;
  }
}
