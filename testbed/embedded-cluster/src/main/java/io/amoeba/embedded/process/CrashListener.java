package io.amoeba.embedded.process;

/**
 * Is told, on a thread of its own, of every server that ended without being asked to. Must be
 * quick.
 */
@FunctionalInterface
public interface CrashListener {
  void crashed(ServerProcess server);
}
