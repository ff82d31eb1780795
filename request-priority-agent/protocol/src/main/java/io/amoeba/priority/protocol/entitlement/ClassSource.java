package io.amoeba.priority.protocol.entitlement;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.EnumMap;
import java.util.Map;

/** Which rule decided for a request's class. */
public enum ClassSource {
  /** The key {@value ClassChoice#PAYLOAD_KEY} of the request's custom payload. */
  REQUEST,
  /** The option {@value ClassChoice#STARTUP_KEY} of the connection's STARTUP message. */
  CONNECTION,
  /** The node's rule for the connection's application name. */
  APPLICATION,
  /** The user's granted roles, or the node's default. */
  USER,
  /** None: a message that serves its connection, or a connection that is never held. */
  NONE;

  // Most requests have no problem, and share these.
  private final Map<ServiceClass, ServedClass> served = new EnumMap<>(ServiceClass.class);

  ClassSource() {
    for (ServiceClass serviceClass : ServiceClass.values()) {
      served.put(serviceClass, new ServedClass(serviceClass, this, null));
    }
  }

  /** A class by this rule, without a problem. Allocates nothing. */
  public ServedClass serves(ServiceClass serviceClass) {
    ServedClass found = served.get(serviceClass);
    if (found == null) {
      throw new IllegalStateException("no class " + serviceClass);
    }
    return found;
  }
}
