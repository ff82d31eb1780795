package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.process.ServerException;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;
import org.jspecify.annotations.Nullable;

/**
 * JMX calls to a node, each over a connection of its own. A call fails with {@link ServerException}
 * after 30 s, or the limit that it names, so a paused node blocks no caller. Immutable.
 */
public final class NodeJmx {
  /** Cassandra's bean behind most commands of nodetool. */
  public static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Of a flush, which waits for the disk. */
  private static final Duration FLUSH_TIMEOUT = Duration.ofMinutes(2);

  private final int port;

  NodeJmx(int port) {
    this.port = port;
  }

  /** {@code STARTING}, {@code JOINING}, {@code NORMAL}, … */
  public String operationMode() {
    return (String) attribute(STORAGE_SERVICE, "OperationMode");
  }

  public boolean isNativeTransportRunning() {
    return (Boolean) attribute(STORAGE_SERVICE, "NativeTransportRunning");
  }

  /** Addresses, {@code host:port}, of the nodes that this one sees as up. */
  public List<String> liveNodes() {
    return strings("LiveNodesWithPort");
  }

  /** Addresses, {@code host:port}, of the nodes that this one sees as down. */
  public List<String> unreachableNodes() {
    return strings("UnreachableNodesWithPort");
  }

  /** Addresses, {@code host:port}, of the nodes that have tokens pending. */
  public List<String> joiningNodes() {
    return strings("JoiningNodesWithPort");
  }

  private List<String> strings(String attribute) {
    return ((List<?>) attribute(STORAGE_SERVICE, attribute)).stream().map(String::valueOf).toList();
  }

  /** An attribute of any bean of the node. */
  public Object attribute(String bean, String attribute) {
    return call(attribute, connection -> connection.getAttribute(new ObjectName(bean), attribute));
  }

  /** Sets an attribute of any bean of the node. */
  public void setAttribute(String bean, String attribute, Object value) {
    call(
        attribute,
        connection -> {
          connection.setAttribute(new ObjectName(bean), new Attribute(attribute, value));
          return null;
        });
  }

  /** A number of an attribute that maps names to numbers; -1: it has none of this name. */
  public long number(String bean, String attribute, String name) {
    CompositeData row = ((TabularData) attribute(bean, attribute)).get(new Object[] {name});
    return row == null ? -1 : (Long) row.get("value");
  }

  /**
   * Calls an operation whose parameters are strings or primitive numbers; void gives the empty
   * string.
   */
  public Object invoke(String bean, String operation, Object... arguments) {
    return invokeWithin(TIMEOUT, bean, operation, arguments);
  }

  /** The same, for an operation that may take longer. */
  public Object invokeWithin(Duration limit, String bean, String operation, Object... arguments) {
    String[] types =
        Arrays.stream(arguments)
            .map(argument -> MethodType.methodType(argument.getClass()).unwrap().returnType())
            .map(Class::getName)
            .toArray(String[]::new);
    return call(
        limit,
        operation,
        connection -> connection.invoke(new ObjectName(bean), operation, arguments, types));
  }

  /** Flushes these tables; without any, all tables of the keyspace. */
  public void flush(String keyspace, String... tables) {
    call(
        FLUSH_TIMEOUT,
        "forceKeyspaceFlush",
        connection ->
            connection.invoke(
                new ObjectName(STORAGE_SERVICE),
                "forceKeyspaceFlush",
                new Object[] {keyspace, tables},
                new String[] {String.class.getName(), String[].class.getName()}));
  }

  /** The node begins no more compactions of a keyspace, until it is started again. */
  public void disableAutoCompaction(String keyspace) {
    call(
        "disableAutoCompaction",
        connection ->
            connection.invoke(
                new ObjectName(STORAGE_SERVICE),
                "disableAutoCompaction",
                new Object[] {keyspace, new String[0]},
                new String[] {String.class.getName(), String[].class.getName()}));
  }

  public boolean hasBean(String bean) {
    return (Boolean) call(bean, connection -> connection.isRegistered(new ObjectName(bean)));
  }

  private interface Call {
    @Nullable Object on(MBeanServerConnection connection) throws JMException, IOException;
  }

  private Object call(String what, Call call) {
    return call(TIMEOUT, what, call);
  }

  private Object call(Duration limit, String what, Call call) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (JMXConnector connector = connector()) {
                connector.connect();
                Object value = call.on(connector.getMBeanServerConnection());
                answer.complete(value == null ? "" : value);
              } catch (IOException | NotBoundException | JMException | RuntimeException e) {
                answer.completeExceptionally(e);
              }
            },
            "cassandra-jmx-" + port);
    thread.setDaemon(true);
    thread.start();
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted during the JMX call " + what, e);
    } catch (ExecutionException | TimeoutException e) {
      throw new ServerException(
          "No answer by JMX from 127.0.0.1:%d for %s: is the node up?".formatted(port, what), e);
    }
  }

  private JMXConnector connector() throws IOException, NotBoundException {
    RMIServer server = (RMIServer) LocateRegistry.getRegistry("127.0.0.1", port).lookup("jmxrmi");
    return new RMIConnector(server, Map.of());
  }
}
