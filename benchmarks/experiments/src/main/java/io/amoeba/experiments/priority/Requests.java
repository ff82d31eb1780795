package io.amoeba.experiments.priority;

import java.util.concurrent.CompletionStage;

/** Sends a request without waiting. Safe for concurrent use. */
@FunctionalInterface
interface Requests {
  /** The answer, or its error. */
  CompletionStage<?> send();

  /** Sends one, and logs its answer; whatever happens, the returned stage ends without an error. */
  default CompletionStage<Boolean> send(long startNanos, AnswerLog log) {
    return send()
        .handle(
            (answer, error) -> {
              if (error == null) {
                log.answered(startNanos, System.nanoTime());
              } else {
                log.failed(startNanos, error);
              }
              return error == null;
            });
  }
}
