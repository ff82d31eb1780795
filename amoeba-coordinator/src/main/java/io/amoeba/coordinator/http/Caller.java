package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.config.TokenSettings;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** Who sends a request, as plans show it, and what that one may do. Immutable. */
record Caller(String name, Set<Role> roles, Predicate<String> isTaskManager) {

  private static final String ATTRIBUTE = "amoeba.caller";

  /** Whoever reaches a coordinator without tokens. */
  static final Caller ANYBODY = new Caller("anybody", Set.of(Role.values()), id -> true);

  static Caller of(TokenSettings token) {
    return new Caller(token.name(), token.roles(), token::isFor);
  }

  /**
   * Makes sure that it speaks for itself.
   *
   * @throws ForbiddenResponse if its token is another task manager's
   */
  void requireTaskManager(String id) {
    if (!isTaskManager.test(id)) {
      throw new ForbiddenResponse(
          "the token of %s is not for task manager '%s': see http.tokens[].taskManager"
              .formatted(name, id));
    }
  }

  void attach(Context context) {
    context.attribute(ATTRIBUTE, this);
  }

  /** Whom {@link #attach} gave the request. */
  static Caller of(Context context) {
    Caller caller = context.attribute(ATTRIBUTE);
    return Objects.requireNonNull(caller);
  }
}
