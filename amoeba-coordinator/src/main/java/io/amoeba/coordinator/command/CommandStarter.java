package io.amoeba.coordinator.command;

import io.amoeba.coordinator.changes.servers.ServerStarter;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.lease.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Starts a server by a command of the operators', which is to return when the server runs, or is
 * about to. Confined to one thread.
 */
public final class CommandStarter implements ServerStarter {

  private final Command command;
  private final RunningCommand earlier;
  private final Leadership leadership;

  /**
   * A starter that has not run its command.
   *
   * @param command its words, which may have placeholders
   * @param withheld environment variables that it does not get
   */
  public CommandStarter(
      List<String> command,
      Duration limit,
      CommandJournal journal,
      Leadership leadership,
      Set<String> withheld) {
    this.command = new Command(command, limit, journal, "plans.growth.command", withheld);
    this.earlier = new RunningCommand(journal, limit);
    this.leadership = leadership;
  }

  @Override
  public void awaitEarlier() throws InterruptedException {
    earlier.awaitEarlier();
  }

  @Override
  public void start(Server server) throws InterruptedException {
    leadership.confirm(); // nobody who leads later can end the command
    command.run(server).require();
  }
}
