package io.amoeba.priority.classify;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client that says what a test wants. Immutable. */
record FakeClient(@Nullable String user, boolean isAnonymous, Map<String, String> options)
    implements ConnectedClient {

  static FakeClient of(String user) {
    return new FakeClient(user, false, Map.of());
  }

  static FakeClient anonymous() {
    return new FakeClient("anonymous", true, Map.of());
  }

  FakeClient with(String key, String value) {
    return new FakeClient(user, isAnonymous, Map.of(key, value));
  }

  @Override
  public @Nullable String option(String key) {
    return options.get(key);
  }
}
