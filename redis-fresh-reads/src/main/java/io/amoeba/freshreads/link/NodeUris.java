package io.amoeba.freshreads.link;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where to connect to a node: its address, with the credentials, TLS settings and timeout of the
 * application's first URI. Immutable.
 */
final class NodeUris {

  /*
   * lettuce itself connects to each node with the settings of the first URI. The URIs of the nodes
   * in its view often lack them: only a view that was read from a node of the application's list
   * has them, and any node's view may be chosen. The first URI has no public getter in 7.7.
   */

  private static final Logger LOG = LoggerFactory.getLogger(NodeUris.class);

  private final @Nullable RedisURI first;

  private NodeUris(@Nullable RedisURI first) {
    this.first = first;
  }

  static NodeUris of(RedisClusterClient client) {
    try {
      Method getter = RedisClusterClient.class.getDeclaredMethod("getFirstUri");
      getter.setAccessible(true);
      return new NodeUris((RedisURI) getter.invoke(client));
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn(
          "Fresh reads: this lettuce does not tell its first URI; credentials and TLS of nodes are"
              + " taken from its view of the cluster");
      return new NodeUris(null);
    }
  }

  static NodeUris of(RedisURI first) {
    return new NodeUris(first);
  }

  /**
   * @param known as in lettuce's view
   */
  RedisURI uri(RedisURI known) {
    return first == null
        ? known
        : RedisURI.builder(first).withHost(known.getHost()).withPort(known.getPort()).build();
  }
}
