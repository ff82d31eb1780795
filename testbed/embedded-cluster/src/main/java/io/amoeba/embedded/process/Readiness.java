package io.amoeba.embedded.process;

/**
 * A condition that is polled until it holds. An exception means "not yet" and is told when time
 * runs out.
 */
@FunctionalInterface
public interface Readiness {
  boolean isReady() throws Exception;
}
