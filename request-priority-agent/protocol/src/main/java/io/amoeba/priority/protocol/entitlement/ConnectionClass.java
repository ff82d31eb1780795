package io.amoeba.priority.protocol.entitlement;

import io.amoeba.priority.protocol.service.RequestedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import org.jspecify.annotations.Nullable;

/**
 * What a connection says about the class of its requests. Immutable.
 *
 * @param startup of its STARTUP message; null: not there
 * @param application the node's rule for its application name; null: there is none
 */
public record ConnectionClass(
    @Nullable RequestedClass startup, @Nullable ServiceClass application) {

  /** A connection that says nothing. */
  public static final ConnectionClass NONE = new ConnectionClass(null, null);
}
