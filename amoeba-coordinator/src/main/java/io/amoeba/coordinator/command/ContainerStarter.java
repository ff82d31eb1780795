package io.amoeba.coordinator.command;

import io.amoeba.coordinator.changes.servers.ServerStarter;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.GrowthSettings.InContainer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Starts a server in a container, by the command line of the node's engine. The container's name is
 * that of the server's address, so that one that was stopped is started again with its data. Safe
 * for concurrent use.
 */
public final class ContainerStarter implements ServerStarter {

  private static final String KEY = "plans.growth.container.engine";

  private final InContainer recipe;
  private final Duration limit;
  private final CommandJournal journal;
  private final Leadership leadership;
  private final Set<String> withheld;

  /**
   * A starter that has started nothing.
   *
   * @param limit of each of the engine's commands, the pull of an image included
   * @param withheld environment variables that they do not get
   */
  public ContainerStarter(
      InContainer recipe,
      Duration limit,
      CommandJournal journal,
      Leadership leadership,
      Set<String> withheld) {
    this.recipe = recipe;
    this.limit = limit;
    this.journal = journal;
    this.leadership = leadership;
    this.withheld = Set.copyOf(withheld);
  }

  @Override
  public void awaitEarlier() throws InterruptedException {
    new RunningCommand(journal, limit).awaitEarlier();
  }

  @Override
  public void start(Server server) throws InterruptedException {
    String name = name(server);
    boolean exists = engine(List.of("container", "inspect", name)).run(server).isGood();
    leadership.confirm(); // nobody who leads later can end the command
    if (exists) {
      engine(List.of("start", name)).run(server).require();
      return;
    }
    // An engine that does not answer says so here.
    engine(
            Stream.of(
                    List.of("run", "--detach", "--name", name),
                    recipe.options(),
                    List.of(recipe.image()),
                    recipe.arguments())
                .flatMap(List::stream)
                .toList())
        .run(server)
        .require();
  }

  /** Name of a server's container. */
  static String name(Server server) {
    String address = server.address().host() + "-" + server.address().port();
    return "amoeba-redis-" + address.replaceAll("[^a-zA-Z0-9_.-]", "-");
  }

  private Command engine(List<String> words) {
    return new Command(
        Stream.concat(recipe.engine().stream(), words.stream()).toList(),
        limit,
        journal,
        KEY,
        withheld);
  }
}
