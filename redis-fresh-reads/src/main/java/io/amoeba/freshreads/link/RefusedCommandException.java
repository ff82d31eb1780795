package io.amoeba.freshreads.link;

import io.amoeba.freshreads.FreshReadsException;

/** The function's command may write. It was not sent, and is not repeated. */
public final class RefusedCommandException extends FreshReadsException {
  private static final long serialVersionUID = 1L;

  RefusedCommandException(String message) {
    super(message);
  }
}
