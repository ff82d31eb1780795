package io.amoeba.freshreads.link;

/** A replica was not asked, since only the primary's answer to this command can be judged. */
public final class PrimaryOnlyCommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace: it steers a read, and nobody sees it. */
  PrimaryOnlyCommandException() {
    super(
        "only the primary may answer this command",
        null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
  }
}
