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
 * The cluster as the joining node's gossip has it; mutants of the joining node's waiting are lies
 * told here.
 */
final class JoiningNodeView implements ClusterView {

  private final World world;
  private final JoiningNode joiningNode;

  JoiningNodeView(World world, JoiningNode joiningNode) {
    this.world = world;
    this.joiningNode = joiningNode;
  }

  @Override
  public ClusterSnapshot snapshot() {
    boolean afterPurge = joiningNode.hasPurged();
    List<Member> members = new ArrayList<>();
    for (int node = 0; node < world.ring.members; node++) {
      GossipState state = world.gossip.heard(world.ring.joiningNode, node);
      Object content = state == null ? GossipState.NO_AGENT : state.content();
      Said known =
          content instanceof Said words ? words : new Said(new TreeMap<>(), Truncations.NONE);
      Acknowledgement said = known.byHost().get(joiningNode.host());
      members.add(
          new Member(
              world.members.get(node).host(state == null ? 0 : state.generation()),
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
    JoinPhase phase = joiningNode.phase();
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
      long epoch = joiningNode.onDisk().epoch();
      return new Acknowledgement(
          joiningNode.plan(),
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
          joiningNode.phase() == JoinPhase.DRAINING ? timed(said, 0, 0) : said;
      case SETTLED_WITHOUT_TIMEOUTS ->
          joiningNode.phase() == JoinPhase.DRAINING ? said : timed(said, 0, 0);
      case EARLIER_ACKNOWLEDGEMENT_COUNTS ->
          said.epoch() > 0 && said.epoch() == joiningNode.onDisk().epoch() - 1
              ? new Acknowledgement(
                  said.plan(),
                  said.epoch() + 1,
                  said.heldSince(),
                  said.writeTimeoutMillis(),
                  said.readTimeoutMillis(),
                  said.voided())
              : said;
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
