package io.amoeba.priority.classify;

import org.jspecify.annotations.Nullable;

/** The client at the other end of a connection. Neither blocks nor throws. */
interface ConnectedClient {

  /** The value of an option of its STARTUP message; null: not given. */
  @Nullable String option(String key);

  /** The user's name; null before a login that the node asks for. */
  @Nullable String user();

  /** Whether the node does not authenticate clients. */
  boolean isAnonymous();
}
