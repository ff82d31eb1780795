package io.amoeba.coordinator.changes.servers;

import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.diagnosis.Problem;

/**
 * Starts nothing: the servers are given, and only have to be greeted. Asked for one, since it does
 * not answer, it says so. Stateless.
 */
public final class GivenServerStarter implements ServerStarter {

  @Override
  public void start(Server server) {
    throw new StartFailure(
        Problem.error(
            "SERVER_UNREACHABLE",
            server.address().toString(),
            "does not answer",
            "Start an empty server in cluster mode there, then request the plan again."));
  }
}
