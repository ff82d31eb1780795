package io.amoeba.partitioner.subscription;

import java.io.IOException;

/** An answer that the holder of the secret has not given to this question; nothing of it counts. */
final class UnsignedAnswerException extends IOException {

  private static final long serialVersionUID = 1L;

  UnsignedAnswerException(String message) {
    super(message);
  }
}
