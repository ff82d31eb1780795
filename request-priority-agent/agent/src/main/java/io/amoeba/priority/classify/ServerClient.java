package io.amoeba.priority.classify;

import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/** A client as Cassandra knows it. */
record ServerClient(ClientState state) implements ConnectedClient {

  @Override
  public @Nullable String option(String key) {
    Optional<Map<String, String>> options = state.getClientOptions();
    return options.isPresent() ? options.get().get(key) : null;
  }

  @Override
  public @Nullable String user() {
    AuthenticatedUser user = state.getUser();
    return user == null ? null : user.getName();
  }

  @Override
  public boolean isAnonymous() {
    AuthenticatedUser user = state.getUser();
    return user != null && user.isAnonymous();
  }
}
