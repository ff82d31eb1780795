package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.Role;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.Set;

/** Who sends a request, as plans show it, and what that one may do. Immutable. */
record Caller(String name, Set<Role> roles) {

  private static final String ATTRIBUTE = "amoeba.caller";

  /** Whoever reaches a coordinator without tokens. */
  static final Caller ANYBODY = new Caller("anybody", Set.of(Role.values()));

  void attach(Context context) {
    context.attribute(ATTRIBUTE, this);
  }

  /** Whom {@link #attach} gave the request. */
  static Caller of(Context context) {
    Caller caller = context.attribute(ATTRIBUTE);
    return Objects.requireNonNull(caller);
  }
}
