package io.amoeba.priority.classify;

import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ConnectionClass;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.transport.ServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a client's connection. Safe for concurrent use: its event loop classifies
 * requests, and their own threads warn and register for events.
 */
final class ClassedConnection {

  /*
   * Most requests have no payload, and their class changes only with the rules and with the roles of
   * the user. It is kept beside both, which are compared by identity: such a request costs a few
   * reads and allocates nothing. Threads that race here compute the same.
   */

  private static final AttributeKey<ClassedConnection> KEY =
      AttributeKey.valueOf("amoeba.request-priority");

  /** What applies until the rules or the user's roles change. */
  private record Terms(
      ClassRules rules, Entitlement user, ConnectionClass says, ServedClass unasked) {}

  private final ConnectedClient client;
  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile @Nullable ClassedUser user;
  private volatile @Nullable Terms terms;

  ClassedConnection(ConnectedClient client) {
    this.client = client;
  }

  /** The one of a connection, which is kept with its channel. */
  static ClassedConnection of(ServerConnection connection) {
    Attribute<ClassedConnection> attribute = connection.channel().attr(KEY);
    ClassedConnection known = attribute.get();
    if (known != null) {
      return known;
    }
    ClassedConnection created =
        new ClassedConnection(new ServerClient(connection.getClientState()));
    ClassedConnection other = attribute.setIfAbsent(created);
    return other == null ? created : other;
  }

  /** True once: its problem is the same at each request. */
  boolean warnsFirst() {
    return warned.compareAndSet(false, true);
  }

  /** Who sends its requests; null before a login. */
  @Nullable ClassedUser user(ClassedUsers users) {
    ClassedUser known = user;
    if (known != null && !known.isGone()) {
      return known;
    }
    String name = client.user();
    if (name == null) {
      return null;
    }
    ClassedUser found = client.isAnonymous() ? users.anonymous() : users.of(name);
    user = found;
    return found;
  }

  /**
   * The class of a request.
   *
   * @param asked the value of its payload; null: not there
   */
  ServedClass serve(@Nullable ByteBuffer asked, @Nullable ClassedUser sender, ClassRules rules) {
    Terms now = terms(sender, rules);
    return asked == null ? now.unasked : rules.choice().choose(asked, now.says, now.user);
  }

  private Terms terms(@Nullable ClassedUser sender, ClassRules rules) {
    Entitlement known = sender == null ? null : sender.entitlement();
    Entitlement entitlement = known == null ? rules.unresolved() : known;
    Terms last = terms;
    if (last != null && last.rules == rules && last.user == entitlement) {
      return last;
    }
    ConnectionClass says =
        rules.connection(
            client.option(ClassChoice.STARTUP_KEY), client.option(ClassRules.APPLICATION_KEY));
    Terms changed =
        new Terms(rules, entitlement, says, rules.choice().choose(null, says, entitlement));
    terms = changed;
    return changed;
  }
}
