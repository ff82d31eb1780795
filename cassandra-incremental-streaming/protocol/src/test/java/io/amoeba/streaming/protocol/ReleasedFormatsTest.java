package io.amoeba.streaming.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.releasedformats.ReleasedFormat;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.JoinRecordCodec;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoin.ClosedPlan;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import io.amoeba.streaming.protocol.pace.JoinPace;
import io.amoeba.streaming.protocol.pace.LoadReport;
import io.amoeba.streaming.protocol.pace.LoadReportCodec;
import io.amoeba.streaming.protocol.pace.PaceReport;
import io.amoeba.streaming.protocol.pace.SenderFigures;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.protocol.progress.NodeReportCodec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Members and joining nodes of two releases: what is on their disks, and what they gossip. */
class ReleasedFormatsTest {

  private static final UUID HOST = UUID.fromString("0b7f3c1e-5d2a-4a61-9c3e-8f1d2a3b4c5d");
  private static final UUID PLAN = UUID.fromString("0b7f3c1e-5d2a-4a61-8000-00000000002a");
  private static final UUID FORMER = UUID.fromString("0b7f3c1e-5d2a-4a61-8000-000000000007");
  private static final UUID TABLE = UUID.fromString("5bc52802-de25-35ed-aeab-188eecebb090");
  private static final long LOWEST = Long.MIN_VALUE + 1;

  private static final Announcement FIRST =
      new Announcement(PLAN, 1, tokens(), tokens(), tokens(5, 42), tokens());

  private static final Announcement RUNNING =
      new Announcement(
          PLAN,
          Announcement.MAX_EPOCH,
          tokens(LOWEST, -7, 3),
          tokens(-7),
          tokens(0, 5, Long.MAX_VALUE),
          tokens(0, 5));

  private static final Announcement ALL_DONE =
      new Announcement(PLAN, 9, tokens(-7, 5), tokens(), tokens(), tokens());

  private static final Truncations TRUNCATIONS =
      new Truncations(
          new TreeMap<>(
              Map.of(TABLE, 1_796_008_883_123L, Truncations.EVERY_TABLE, 1_796_008_000_000L)));

  private static SortedSet<Long> tokens(long... tokens) {
    SortedSet<Long> all = new TreeSet<>();
    for (long token : tokens) {
      all.add(token);
    }
    return all;
  }

  private static ReleasedFormat<Announcement> announcements() {
    return new ReleasedFormat<>(
            "announcement", AnnouncementCodec::encode, AnnouncementCodec::decode)
        .sample("first", FIRST)
        .sample("running", RUNNING)
        .sample("all-done", ALL_DONE)
        .sample("nothing", new Announcement(PLAN, 2, tokens(), tokens(), tokens(), tokens()));
  }

  private static ReleasedFormat<MemberState> memberStates() {
    return new ReleasedFormat<>("member-state", MemberStateCodec::encode, MemberStateCodec::decode)
        .sample("idle", new MemberState("0.1.0", 1, "5.0", new TreeMap<>(), Truncations.NONE))
        .sample(
            "acknowledging",
            new MemberState(
                "0.1.0",
                1,
                "5.0",
                new TreeMap<>(
                    Map.of(
                        HOST,
                        new Acknowledgement(PLAN, 7, 3, 2_000, 10_000, false),
                        new UUID(1, 2),
                        new Acknowledgement(FORMER, 4, 5, 2_000, 10_000, false),
                        new UUID(1, 3),
                        new Acknowledgement(new UUID(1, 4), 0, 0, 1, 1, true))),
                TRUNCATIONS));
  }

  private static ReleasedFormat<Truncations> truncations() {
    return new ReleasedFormat<>("truncations", Truncations::encode, Truncations::decode)
        .sample("none", Truncations.NONE)
        .sample("some", TRUNCATIONS);
  }

  private static ReleasedFormat<JoinRecord> joins() {
    return new ReleasedFormat<>("join", JoinRecordCodec::encode, JoinRecordCodec::decode)
        .sample("fresh", JoinRecord.fresh(PLAN, List.of(tokens(-7, 5), tokens(LOWEST))))
        .sample(
            "running",
            new JoinRecord(
                PLAN,
                List.of(tokens(-7, 5), tokens(LOWEST), tokens(Long.MAX_VALUE)),
                tokens(-7, 5, LOWEST),
                tokens(LOWEST),
                12,
                false))
        .sample(
            "finished",
            new JoinRecord(PLAN, List.of(tokens(-7, 5)), tokens(-7, 5), tokens(), 40, true));
  }

  private static ReleasedFormat<HeldJoin> heldJoins() {
    return new ReleasedFormat<>("held", HeldJoinCodec::encode, HeldJoinCodec::decode)
        .sample("nothing", HeldJoin.nothing(1_796_008_883L))
        .sample(
            "holding",
            new HeldJoin(Optional.of(FIRST), "10.0.0.7:7000", 1, 1_796_008_883L, List.of()))
        .sample(
            "serving",
            new HeldJoin(
                Optional.of(RUNNING),
                "[2001:db8:0:0:0:0:0:7]:7000",
                3,
                1_796_008_883L,
                List.of(new ClosedPlan(FORMER, true))))
        .sample("given-up", new HeldJoin(Optional.of(ALL_DONE), "", 10, 1_796_008_883L, List.of()))
        .sample(
            "over",
            new HeldJoin(
                Optional.empty(),
                "",
                0,
                1_796_008_883L,
                List.of(new ClosedPlan(FORMER, true), new ClosedPlan(PLAN, false))));
  }

  private static ReleasedFormat<LoadReport> loads() {
    return new ReleasedFormat<>("load", LoadReportCodec::encode, LoadReportCodec::decode)
        .sample("nothing", LoadReport.NOTHING)
        .sample(
            "member",
            LoadReport.of(
                new SenderFigures(
                    OptionalDouble.of(0.875),
                    OptionalDouble.of(1.25),
                    OptionalDouble.of(0.5),
                    OptionalDouble.of(0.125))))
        .sample(
            "member-without-clients",
            LoadReport.of(
                new SenderFigures(
                    OptionalDouble.of(0),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty())))
        .sample(
            "joining",
            LoadReport.of(
                PaceReport.of(
                    JoinPace.CLIENTS, OptionalLong.of(4_194_304), "10.0.0.1:7000: clients wait")))
        .sample(
            "joining-without-limit",
            LoadReport.of(PaceReport.of(JoinPace.TIME, OptionalLong.empty(), "")))
        .sample(
            "joining-at-a-rate",
            LoadReport.of(PaceReport.of(JoinPace.ofRate(24), OptionalLong.of(25_165_824), "set")));
  }

  private static ReleasedFormat<NodeReport> reports() {
    ReleasedFormat<NodeReport> reports =
        new ReleasedFormat<>("node-report", NodeReportCodec::encode, NodeReportCodec::decode)
            .sample("nothing", NodeReport.NOTHING)
            .sample("compacting", new NodeReport(31, Optional.empty()));
    for (JoinPhase phase : JoinPhase.values()) {
      reports.sample(
          "joining-" + phase.name().toLowerCase(Locale.ROOT), new NodeReport(7, inPhase(phase)));
    }
    return reports.sample(
        "joining-nothing-known",
        new NodeReport(
            0,
            Optional.of(
                new JoinProgressReport(
                    PLAN,
                    JoinPhase.WAITING_FOR_GOSSIP,
                    0,
                    0,
                    "",
                    0,
                    0,
                    new Estimate(
                        0, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()),
                    "",
                    ""))));
  }

  private static Optional<JoinProgressReport> inPhase(JoinPhase phase) {
    return Optional.of(
        new JoinProgressReport(
            PLAN,
            phase,
            3,
            8,
            "10.0.0.1:7000, [2001:db8::1]:7000",
            5,
            10,
            new Estimate(25, OptionalLong.of(80), OptionalLong.of(11), OptionalLong.of(5)),
            "step 4: STREAMING, 1 of 2 bytes from [10.0.0.2:7000]",
            "10.0.0.3:7000 failed and is tried again: connection reset"));
  }

  @Test
  void announcementsOfJoiningNodesAreUnderstood() throws Exception {
    announcements().check();
  }

  @Test
  void statesOfMembersAreUnderstood() throws Exception {
    memberStates().check();
  }

  @Test
  void truncationsOnDiskAreUnderstood() throws Exception {
    truncations().check();
  }

  @Test
  void joinsOnTheDiskOfTheirNodeAreUnderstood() throws Exception {
    joins().check();
  }

  @Test
  void heldJoinsOnTheDiskOfMembersAreUnderstood() throws Exception {
    heldJoins().check();
  }

  @Test
  void loadsOfNodesAreUnderstood() throws Exception {
    loads().check();
  }

  @Test
  void reportsOfNodesAreUnderstood() throws Exception {
    reports().check();
  }

  /** A later release may say more of a node's load than the one that hears it. */
  @Test
  void anUnknownFigureOfALoadIsPassedOver() throws Exception {
    for (String text : loads().texts()) {
      assertThat(LoadReportCodec.decode(text + ";disk=17")).isEqualTo(LoadReportCodec.decode(text));
    }
  }

  /** What a node acts on is refused as a whole where a part of it is not understood. */
  @Test
  void aFurtherFieldOfWhatIsActedOnIsRefused() throws Exception {
    for (String text : announcements().texts()) {
      assertRefused(text + ";17", AnnouncementCodec::decode);
    }
    for (String text : memberStates().texts()) {
      assertRefused(text + ";17", MemberStateCodec::decode);
    }
  }

  @Test
  void aLaterVersionIsRefusedAsOne() throws Exception {
    assertRefusesVersionTwo(announcements(), AnnouncementCodec::decode);
    assertRefusesVersionTwo(memberStates(), MemberStateCodec::decode);
    assertRefusesVersionTwo(truncations(), Truncations::decode);
    assertRefusesVersionTwo(joins(), JoinRecordCodec::decode);
    assertRefusesVersionTwo(heldJoins(), HeldJoinCodec::decode);
    assertRefusesVersionTwo(loads(), LoadReportCodec::decode);
    assertRefusesVersionTwo(reports(), NodeReportCodec::decode);
  }

  private static <T> void assertRefusesVersionTwo(
      ReleasedFormat<T> format, Function<String, T> reader) throws Exception {
    for (String text : format.texts()) {
      int end = text.lastIndexOf(';');
      String later = "2" + text.substring(1);
      boolean checked = end > 0 && text.equals(FieldText.withChecksum(text.substring(0, end)));
      String written = checked ? FieldText.withChecksum("2" + text.substring(1, end)) : later;

      assertThatThrownBy(() -> reader.apply(written))
          .as(written)
          .isInstanceOf(OtherVersionException.class)
          .hasMessageContaining("version \"2\"")
          .hasMessageContaining("this agent reads version 1");
    }
  }

  private static <T> void assertRefused(String text, Function<String, T> reader) {
    assertThatThrownBy(() -> reader.apply(text))
        .as(text)
        .isInstanceOf(MalformedTextException.class);
  }
}
