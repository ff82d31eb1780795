package io.amoeba.priority.classify;

import io.amoeba.priority.admission.RequestClassifier;
import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.ClassProblem.Kind;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * The classes of clients' requests: by their payload, their connection, their application and their
 * user's roles. Safe for concurrent use.
 */
public final class ClientClasses implements RequestClassifier {

  private static final ServedClass UNCLASSED = ClassSource.NONE.serves(ServiceClass.NORMAL);

  private final ClassedUsers users;
  private final ControlConnections control;
  private final PrioritySettings settings;
  private final PriorityCounters counters;
  private final Consumer<String> warnings;

  public ClientClasses(
      ClassedUsers users,
      ControlConnections control,
      PrioritySettings settings,
      PriorityCounters counters) {
    this(users, control, settings, counters, ClientWarn.instance::warn);
  }

  ClientClasses(
      ClassedUsers users,
      ControlConnections control,
      PrioritySettings settings,
      PriorityCounters counters,
      Consumer<String> warnings) {
    this.users = users;
    this.control = control;
    this.settings = settings;
    this.counters = counters;
    this.warnings = warnings;
  }

  @Override
  public ServedClass classOf(Message.Request request) {
    if (!hasClass(request.type)
        || !(request.connection() instanceof ServerConnection connection)
        || control.contains(connection.channel())) {
      return UNCLASSED;
    }
    return classOf(ClassedConnection.of(connection), asked(request.getCustomPayload()), users);
  }

  static ServedClass classOf(
      ClassedConnection connection, @Nullable ByteBuffer asked, ClassedUsers users) {
    ClassedUser sender = connection.user(users);
    ServedClass served = connection.serve(asked, sender, users.rules());
    if (sender != null) {
      sender.serves(served);
    }
    ClassProblem problem = served.problem();
    return problem != null && isOld(connection, problem) ? served.withoutProblem() : served;
  }

  @Override
  public @Nullable UnauthorizedException report(ClassProblem problem) {
    if (problem.kind() == Kind.MALFORMED) {
      counters.malformed();
    } else {
      counters.unauthorized();
    }
    if (!settings.isActing()) {
      return null;
    }
    if (problem.kind() == Kind.REFUSED) {
      return new UnauthorizedException(problem.message());
    }
    warnings.accept(problem.message());
    return null;
  }

  /** A connection's problem is the same at each request: its client is warned of it once. */
  private static boolean isOld(ClassedConnection connection, ClassProblem problem) {
    return problem.source() == ClassSource.CONNECTION
        && problem.kind() != Kind.REFUSED
        && !connection.warnsFirst();
  }

  /** Other messages serve the connection rather than the application. */
  public static boolean hasClass(Message.Type type) {
    return type == Message.Type.QUERY || type == Message.Type.EXECUTE || type == Message.Type.BATCH;
  }

  static @Nullable ByteBuffer asked(@Nullable Map<String, ByteBuffer> payload) {
    return payload == null ? null : payload.get(ClassChoice.PAYLOAD_KEY);
  }
}
