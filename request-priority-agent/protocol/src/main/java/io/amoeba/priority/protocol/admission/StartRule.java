package io.amoeba.priority.protocol.admission;

/**
 * When low requests start that the gate has admitted. A node has no rule: they start at once. A
 * benchmark that compares rules provides one to {@link java.util.ServiceLoader}. Must be safe for
 * concurrent use, and must not block.
 */
public interface StartRule {

  /** A high request begins to be executed. */
  void highBegins();

  /** It was executed. */
  void highEnds();

  /** Starts a low request, now or later, once. */
  void start(Runnable low);
}
