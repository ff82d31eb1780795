package io.amoeba.freshreads;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ReadFrom.Nodes;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.models.role.RedisNodeDescription;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ReadOnlyCommands.ReadOnlyPredicate;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a routing does until it follows reads; integration checks show the rest. */
class FreshRoutingTest {
  private static final String NODES =
      """
      r 127.0.0.1:6380@16380 slave p 0 1 1 connected
      p 127.0.0.1:6379@16379 myself,master - 0 1 1 connected 0-16383
      """;

  private final FreshRouting routing = new FreshRouting();

  @Test
  void thePrimaryIsSelectedAlone() {
    List<RedisNodeDescription> selected = routing.select(nodes(NODES));

    assertThat(selected).extracting(node -> node.getUri().getPort()).containsExactly(6379);
  }

  @Test
  void withoutAPrimaryNothingIsSelected() {
    assertThat(routing.select(nodes(NODES.lines().findFirst().orElseThrow()))).isEmpty();
  }

  @Test
  void noCommandLeavesThePrimary() {
    assertThat(routing.readOnlyCommands().isReadOnly(get())).isFalse();
  }

  @Test
  void readsJudgeCommandsByTheApplicationsOwnPredicate() {
    ReadOnlyPredicate own = command -> true;

    assertThat(FreshRouting.reading(new FreshRouting(own).readOnlyCommands())).isSameAs(own);
    assertThat(FreshRouting.reading(own)).isSameAs(own);
  }

  private static Command<String, String, String> get() {
    return new Command<>(
        CommandType.GET,
        new StatusOutput<>(StringCodec.UTF8),
        new CommandArgs<>(StringCodec.UTF8).addKey("key"));
  }

  private static Nodes nodes(String text) {
    List<RedisNodeDescription> all = List.copyOf(ClusterPartitionParser.parse(text));
    return new Nodes() {
      @Override
      public List<RedisNodeDescription> getNodes() {
        return all;
      }

      @Override
      public Iterator<RedisNodeDescription> iterator() {
        return all.iterator();
      }
    };
  }
}
