package io.amoeba.shift.node;

import io.amoeba.shift.protocol.work.NodeLevers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The levers of this node. Safe for concurrent use. */
public final class CassandraLevers implements NodeLevers {

  private static final Logger logger = LoggerFactory.getLogger(CassandraLevers.class);

  private final ReadSeverity severity;
  private final ClientTransport clients;
  private final HotSetPull hotSet;

  public CassandraLevers(ReadSeverity severity, ClientTransport clients, HotSetPull hotSet) {
    this.severity = severity;
    this.clients = clients;
    this.hotSet = hotSet;
  }

  @Override
  public void shiftReads() {
    severity.raise();
    logger.info("Reads go to other replicas until the announced work ends");
  }

  @Override
  public void returnReads() {
    severity.reset();
    logger.info("Reads return");
  }

  @Override
  public void drainClients() {
    clients.drain();
  }

  @Override
  public void returnClients() {
    clients.accept();
  }

  @Override
  public void warm() {
    hotSet.start();
  }

  @Override
  public boolean isWarm() {
    return !hotSet.isRunning();
  }
}
