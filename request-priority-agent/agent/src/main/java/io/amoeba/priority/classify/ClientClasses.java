package io.amoeba.priority.classify;

import io.amoeba.priority.admission.RequestClassifier;
import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.ClassProblem.Kind;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ConnectionClass;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.entitlement.RoleRules;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;

/** The classes of clients' requests, by their custom payload. Safe for concurrent use. */
public final class ClientClasses implements RequestClassifier {

  private static final ServedClass NORMAL =
      new ServedClass(ServiceClass.NORMAL, ClassSource.USER, null);

  private final PriorityCounters counters;
  private final ClassChoice choice;
  private final Entitlement anonymous;

  public ClientClasses(PrioritySettings settings, PriorityCounters counters) {
    ClassOptions options = settings.classes();
    this.counters = counters;
    this.choice = new ClassChoice(options.onUnauthorized() == OnUnauthorized.ERROR);
    this.anonymous =
        new RoleRules(
                options.roleHigh(),
                options.roleHighAlways(),
                options.roleLow(),
                options.standard(),
                options.anonymousMost())
            .anonymous();
  }

  @Override
  public ServedClass classOf(Message.Request request) {
    switch (request.type) {
      case QUERY:
      case EXECUTE:
      case BATCH:
        Map<String, ByteBuffer> payload = request.getCustomPayload();
        ByteBuffer asked = payload == null ? null : payload.get(ClassChoice.PAYLOAD_KEY);
        return choice.choose(asked, ConnectionClass.NONE, anonymous);
      default:
        // Heart-beats, logins and registrations of drivers keep a connection alive.
        return NORMAL;
    }
  }

  @Override
  public @Nullable RuntimeException report(ClassProblem problem) {
    if (problem.kind() == Kind.MALFORMED) {
      counters.malformed();
    } else {
      counters.unauthorized();
    }
    if (problem.kind() == Kind.REFUSED) {
      return new UnauthorizedException(problem.message());
    }
    ClientWarn.instance.warn(problem.message());
    return null;
  }
}
