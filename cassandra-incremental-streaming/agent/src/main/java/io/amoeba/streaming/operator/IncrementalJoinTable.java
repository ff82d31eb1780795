package io.amoeba.streaming.operator;

import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.streaming.joining.JoinPacing;
import io.amoeba.streaming.joining.JoiningNode;
import io.amoeba.streaming.member.KnownJoin;
import io.amoeba.streaming.member.MemberNode;
import io.amoeba.streaming.member.MissingAcknowledgements;
import io.amoeba.streaming.member.StartingNodes;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.pace.PaceReport;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.ring.Rings;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.locator.InetAddressAndPort;

/** {@code amoeba_views.incremental_join}: a row for each join that this node knows of. */
public final class IncrementalJoinTable extends AbstractVirtualTable {

  private final MemberNode member;
  private final JoiningNode joining;
  private final JoinPacing pacing;

  public IncrementalJoinTable(MemberNode member, JoiningNode joining, JoinPacing pacing) {
    super(
        AmoebaViews.table(
                "incremental_join",
                "endpoint",
                "nodes that join incrementally, as this node knows it")
            .addRegularColumn("plan", UTF8Type.instance)
            .addRegularColumn("epoch", LongType.instance)
            .addRegularColumn("tokens_done", Int32Type.instance)
            .addRegularColumn("tokens_settling", Int32Type.instance)
            .addRegularColumn("tokens_pending", Int32Type.instance)
            .addRegularColumn("tokens_confirming", Int32Type.instance)
            .addRegularColumn("phase", UTF8Type.instance)
            .addRegularColumn("step", Int32Type.instance)
            .addRegularColumn("steps", Int32Type.instance)
            .addRegularColumn("step_bytes_done", LongType.instance)
            .addRegularColumn("step_bytes_total", LongType.instance)
            .addRegularColumn("bytes_done", LongType.instance)
            .addRegularColumn("bytes_total", LongType.instance)
            .addRegularColumn("bytes_per_sec", LongType.instance)
            .addRegularColumn("eta_seconds", LongType.instance)
            .addRegularColumn("pace", text())
            .addRegularColumn("pace_bytes_per_sec", LongType.instance)
            .addRegularColumn("pace_reason", text())
            .addRegularColumn("senders", text())
            .addRegularColumn("ahead", text())
            .addRegularColumn("waiting_for", text())
            .addRegularColumn("reason", text())
            .build());
    this.member = member;
    this.joining = joining;
    this.pacing = pacing;
  }

  private static AbstractType<?> text() {
    return UTF8Type.instance;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (KnownJoin join : member.known().all()) {
      announced(rows.row(Rings.name(join.endpoint())), join.last())
          .column("waiting_for", String.join("; ", MissingAcknowledgements.of(join)));
      join.progress()
          .ifPresentOrElse(
              report -> {
                reported(rows, report);
                JoinPacing.of(join.endpoint()).ifPresent(pace -> paced(rows, pace));
              },
              () -> waits(rows, "waits for gossip of the joining node"));
    }
    for (InetAddressAndPort endpoint : StartingNodes.all()) {
      waits(rows.row(Rings.name(endpoint)), JoinDriver.WAITS_FOR_GOSSIP);
    }
    joining.progress().ifPresent(progress -> own(rows.row(Rings.name(Rings.self())), progress));
    return rows;
  }

  private static void waits(SimpleDataSet row, String reason) {
    row.column("phase", JoinPhase.WAITING_FOR_GOSSIP.name()).column("reason", reason);
  }

  private static SimpleDataSet announced(SimpleDataSet row, Announcement last) {
    return row.column("plan", last.plan().toString())
        .column("epoch", last.epoch())
        .column("tokens_done", last.done().size())
        .column("tokens_settling", last.settling().size())
        .column("tokens_pending", last.pending().size())
        .column("tokens_confirming", last.confirming().size());
  }

  /** What the joining node says itself; what it does not know stays null. */
  private static void reported(SimpleDataSet row, JoinProgressReport report) {
    row.column("phase", report.phase().name())
        .column("step", report.step())
        .column("steps", report.steps())
        .column("step_bytes_done", report.stepBytesDone())
        .column("step_bytes_total", report.stepBytesTotal())
        .column("senders", report.senders())
        .column("ahead", report.ahead())
        .column("reason", report.reason());
    Estimate bytes = report.bytes();
    row.column("bytes_done", bytes.bytesDone());
    bytes.bytesTotal().ifPresent(total -> row.column("bytes_total", total));
    bytes.bytesPerSec().ifPresent(rate -> row.column("bytes_per_sec", rate));
    bytes.etaSeconds().ifPresent(eta -> row.column("eta_seconds", eta));
  }

  private static void paced(SimpleDataSet row, PaceReport pace) {
    row.column("pace", pace.pace()).column("pace_reason", pace.reason());
    pace.bytesPerSec().ifPresent(rate -> row.column("pace_bytes_per_sec", rate));
  }

  private void own(SimpleDataSet row, JoinProgress progress) {
    row.column("epoch", progress.epoch())
        .column("tokens_done", progress.tokensDone())
        .column("waiting_for", String.join("; ", progress.missing()));
    joining
        .record()
        .ifPresent(
            join -> {
              row.column("plan", join.plan().toString());
              reported(row, JoinProgressReport.of(join.plan(), progress, joining.estimate()));
              paced(row, pacing.report());
            });
  }
}
