package io.amoeba.streaming.checks.workload;

import com.datastax.oss.driver.api.core.ConsistencyLevel;

/**
 * Cassandra's level for debugging, which the driver does not know: the node that is asked answers
 * from its own data alone. Nodes accept it with {@value #JVM_ARGUMENT}.
 */
public enum NodeLocal implements ConsistencyLevel {
  NODE_LOCAL;

  static final String JVM_ARGUMENT = "-Dcassandra.enable_nodelocal_queries=true";

  // org.apache.cassandra.db.ConsistencyLevel.NODE_LOCAL
  private static final int PROTOCOL_CODE = 11;

  @Override
  public int getProtocolCode() {
    return PROTOCOL_CODE;
  }

  @Override
  public boolean isDcLocal() {
    return true;
  }

  @Override
  public boolean isSerial() {
    return false;
  }
}
