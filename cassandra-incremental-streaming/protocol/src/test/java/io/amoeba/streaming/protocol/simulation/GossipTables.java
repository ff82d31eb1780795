package io.amoeba.streaming.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every node knows about every address, and the rounds in which they exchange it. Each member
 * has one address, of its number; those from the joining node's number on are the joining node's.
 */
final class GossipTables {

  static final long ROUND_MILLIS = 80;

  private final World world;
  private final int nodes;
  private final @Nullable GossipState[][] heard;
  private final long[] version;
  private final int addresses;
  private final List<News> joiningNodeNews = new ArrayList<>();

  private record News(int address, GossipState said) {}

  GossipTables(World world, int nodes) {
    this.world = world;
    this.nodes = nodes;
    addresses = nodes - 1 + JoiningNode.ADDRESSES;
    heard = new @Nullable GossipState[nodes][addresses];
    version = new long[nodes];
  }

  /**
   * What the joining node said before may reach a node that has just started as the first thing.
   */
  void repeatOldNews(int node) {
    if (!joiningNodeNews.isEmpty() && world.time.chance(0.5)) {
      int back = 1 + world.time.random.nextInt(Math.min(6, joiningNodeNews.size()));
      @Nullable GossipState[] said = new @Nullable GossipState[addresses];
      News news = joiningNodeNews.get(joiningNodeNews.size() - back);
      said[news.address()] = news.said();
      world.network.on(node, 1, () -> hear(node, said));
    }
  }

  /** A shadow round: the node hears what the joining node says of itself. */
  void tellNews(int node) {
    int joiningNode = world.ring.joiningNode;
    @Nullable GossipState[] said = new @Nullable GossipState[addresses];
    said[address(joiningNode)] = own(joiningNode);
    hear(node, said);
  }

  private void remember(int node) {
    GossipState said = own(node);
    if (node == world.ring.joiningNode && said != null) {
      joiningNodeNews.add(new News(address(node), said));
    }
  }

  private int address(int node) {
    return node == world.ring.joiningNode ? node + world.joiningNode.address() : node;
  }

  private @Nullable GossipState own(int node) {
    return heard[node][address(node)];
  }

  @Nullable GossipState heard(int node, int of) {
    return heard[node][of];
  }

  /** A process starts with an empty table but for itself. */
  void start(int node, long generation, Object content) {
    heard[node] = new @Nullable GossipState[addresses];
    heard[node][address(node)] = new GossipState(generation, ++version[node], content);
    remember(node);
    world.network.on(node, world.time.between(1, ROUND_MILLIS), () -> round(node));
  }

  void say(int node, Object content) {
    GossipState own = own(node);
    if (own != null) {
      heard[node][address(node)] = new GossipState(own.generation(), ++version[node], content);
      if (content != own.content()) {
        remember(node);
      }
    }
  }

  private void round(int node) {
    GossipState own = own(node);
    if (own != null) {
      say(node, own.content());
    }
    int peer = (node + 1 + world.time.random.nextInt(nodes - 1)) % nodes;
    tell(node, peer, true);
    if (node != world.ring.joiningNode) {
      world.members.get(node).watchJoiningNode();
    }
    world.network.on(node, ROUND_MILLIS, () -> round(node));
  }

  private void tell(int from, int to, boolean answered) {
    @Nullable GossipState[] said = heard[from].clone();
    // Some messages are very late: a node that has restarted meanwhile hears old things first.
    long delayMillis = world.time.chance(0.08) ? world.time.between(1, 2500) : world.delay(100);
    world.network.send(
        from,
        to,
        delayMillis,
        () -> {
          hear(to, said);
          if (answered) {
            tell(to, from, false);
          }
        });
  }

  private void hear(int node, @Nullable GossipState[] said) {
    for (int of = 0; of < addresses; of++) {
      GossipState state = said[of];
      if (of != address(node) && state != null && state.newerThan(heard[node][of])) {
        heard[node][of] = state;
        if (node != world.ring.joiningNode) {
          world.members.get(node).heard(of, state);
        }
        if (!world.network.up(node)) {
          return;
        }
      }
    }
  }
}
