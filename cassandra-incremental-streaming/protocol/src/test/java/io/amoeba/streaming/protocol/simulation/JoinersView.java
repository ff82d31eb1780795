package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinPorts.ClusterView;
import io.amoeba.streaming.protocol.join.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as the joiner's gossip has it; mutants of the joiner's waiting are lies told here.
 */
final class JoinersView implements ClusterView {

  private final World world;
  private final JoinerNode joiner;

  JoinersView(World world, JoinerNode joiner) {
    this.world = world;
    this.joiner = joiner;
  }

  @Override
  public ClusterSnapshot snapshot() {
    boolean afterPurge = joiner.hasPurged();
    List<Member> members = new ArrayList<>();
    for (int node = 0; node < world.ring.members; node++) {
      GossipState state = world.gossip.heard(world.ring.joiner, node);
      Object content = state == null ? GossipState.NO_AGENT : state.content();
      Said known =
          content instanceof Said words ? words : new Said(new TreeMap<>(), Truncations.NONE);
      Acknowledgement said = known.byHost().get(joiner.host());
      members.add(
          new Member(
              Ring.name(node),
              Ring.name(node),
              world.network.up(node),
              false,
              content != GossipState.NO_AGENT || lies(),
              "5.0",
              state == null ? 0 : state.generation(),
              twisted(said, afterPurge),
              world.mutant == Mutant.TRUNCATIONS_NOT_FOLLOWED
                  ? Truncations.NONE
                  : known.truncations(),
              node,
              0));
    }
    return new ClusterSnapshot(
        members,
        "schema " + world.schema,
        world.otherChange ? Optional.of("a move of node0") : Optional.empty(),
        List.of());
  }

  /** Whether the mutant says that everybody has acknowledged everything. */
  private boolean lies() {
    JoinPhase phase = joiner.phase();
    return switch (world.mutant) {
      case STREAM_BEFORE_ACKNOWLEDGEMENTS -> phase == JoinPhase.ANNOUNCED;
      case SWITCH_WITHOUT_CONFIRMATION -> phase == JoinPhase.CONFIRMING;
      case SETTLED_BEFORE_ACKNOWLEDGEMENTS ->
          phase == JoinPhase.STREAMING || phase == JoinPhase.SETTLING;
      default -> false;
    };
  }

  private @Nullable Acknowledgement twisted(@Nullable Acknowledgement said, boolean afterPurge) {
    if (lies()) {
      long epoch = joiner.onDisk().epoch();
      return new Acknowledgement(
          joiner.plan(),
          epoch,
          0,
          world.writeTimeoutMillis,
          world.readTimeoutMillis,
          said != null && said.voided());
    }
    if (said == null) {
      return null;
    }
    return switch (world.mutant) {
      case STREAMED_AGAIN_WITHOUT_DRAINING ->
          afterPurge ? timed(said, 0, said.readTimeoutMillis()) : said;
      case STREAM_WITHOUT_DRAINING ->
          joiner.phase() == JoinPhase.DRAINING ? timed(said, 0, 0) : said;
      case SETTLED_WITHOUT_TIMEOUTS ->
          joiner.phase() == JoinPhase.DRAINING ? said : timed(said, 0, 0);
      case HELD_SINCE_IGNORED ->
          new Acknowledgement(
              said.plan(),
              said.epoch(),
              0,
              said.writeTimeoutMillis(),
              said.readTimeoutMillis(),
              said.voided());
      case VOID_NOT_LEARNT ->
          said.voided() ? new Acknowledgement(said.plan(), 0, 0, 0, 0, false) : said;
      default -> said;
    };
  }

  private static Acknowledgement timed(Acknowledgement said, long writeMillis, long readMillis) {
    return new Acknowledgement(
        said.plan(), said.epoch(), said.heldSince(), writeMillis, readMillis, said.voided());
  }
}
