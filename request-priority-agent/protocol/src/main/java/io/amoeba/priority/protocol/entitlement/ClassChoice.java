package io.amoeba.priority.protocol.entitlement;

import io.amoeba.priority.protocol.service.RequestedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the class of a request. Runs on the event loop for every request: it neither blocks nor
 * throws, and allocates only for a request with a problem. Immutable.
 */
public final class ClassChoice {

  /*
   * The first that applies wins: request, connection, application, user. A client that asks for what
   * it may not have, or for what does not exist, is served as if it had not asked there. It is
   * warned and not refused by default: a revoked role or a late look-up must not end as an outage.
   * The application's rule is the node's and not the client's wish, so it is capped without a word.
   */

  /** The key of a request's custom payload. */
  public static final String PAYLOAD_KEY = "amoeba-priority";

  /** The key of a connection's STARTUP options. */
  public static final String STARTUP_KEY = "AMOEBA_PRIORITY";

  private final boolean refuses;

  /**
   * Rules of a node.
   *
   * @param refuses whether a request for more than the user may have is answered with an error
   */
  public ClassChoice(boolean refuses) {
    this.refuses = refuses;
  }

  /**
   * The class of a request.
   *
   * @param payload the value of {@link #PAYLOAD_KEY}, whose position stays; null: not there
   */
  public ServedClass choose(
      @Nullable ByteBuffer payload, ConnectionClass connection, Entitlement user) {
    ServedClass byConnection = byConnection(connection, user);
    return payload == null
        ? byConnection
        : asked(RequestedClass.read(payload), ClassSource.REQUEST, user, byConnection);
  }

  private ServedClass byConnection(ConnectionClass connection, Entitlement user) {
    ServiceClass application = connection.application();
    ServedClass unasked =
        application == null
            ? ClassSource.USER.serves(user.standard())
            : ClassSource.APPLICATION.serves(application.atMost(user.most()));
    RequestedClass startup = connection.startup();
    return startup == null ? unasked : asked(startup, ClassSource.CONNECTION, user, unasked);
  }

  private ServedClass asked(
      RequestedClass requested, ClassSource source, Entitlement user, ServedClass otherwise) {
    if (requested instanceof RequestedClass.Malformed malformed) {
      return otherwise.with(malformed(malformed, source, otherwise));
    }
    ServiceClass asked = ((RequestedClass.Named) requested).serviceClass();
    if (user.allows(asked)) {
      return source.serves(asked);
    }
    String restriction = user.restriction();
    return restriction == null
        ? otherwise
        : otherwise.with(unauthorised(asked, source, restriction, otherwise));
  }

  private static ClassProblem malformed(
      RequestedClass.Malformed malformed, ClassSource source, ServedClass otherwise) {
    return new ClassProblem(
        ClassProblem.Kind.MALFORMED,
        source,
        key(source)
            + " "
            + malformed.problem()
            + "; use high, normal or low; served as "
            + otherwise.serviceClass().text());
  }

  private ClassProblem unauthorised(
      ServiceClass asked, ClassSource source, String restriction, ServedClass otherwise) {
    String asks = key(source) + "=" + asked.text() + ": " + restriction;
    return refuses
        ? new ClassProblem(ClassProblem.Kind.REFUSED, source, asks)
        : new ClassProblem(
            ClassProblem.Kind.UNAUTHORISED,
            source,
            asks + "; served as " + otherwise.serviceClass().text());
  }

  private static String key(ClassSource source) {
    return source == ClassSource.REQUEST ? PAYLOAD_KEY : STARTUP_KEY;
  }
}
