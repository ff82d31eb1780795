package io.amoeba.priority.protocol.entitlement;

import io.amoeba.priority.protocol.service.ServiceClass;
import org.jspecify.annotations.Nullable;

/**
 * The class of a request. Immutable.
 *
 * @param source the rule that decided
 * @param problem what the client should know; null: it has what it asked for
 */
public record ServedClass(
    ServiceClass serviceClass, ClassSource source, @Nullable ClassProblem problem) {

  /** The same for a client that knows of the problem. */
  public ServedClass withoutProblem() {
    return source.serves(serviceClass);
  }

  ServedClass with(ClassProblem what) {
    return new ServedClass(serviceClass, source, what);
  }
}
