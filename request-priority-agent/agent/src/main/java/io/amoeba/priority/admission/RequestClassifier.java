package io.amoeba.priority.admission;

import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;

/** Tells the class of a request, and its client what is wrong with what it asked for. */
public interface RequestClassifier {

  /**
   * The class of a request. Called once for each, on its event loop: neither blocks nor allocates
   * for a request without a problem. A request is normal if this throws.
   */
  ServedClass classOf(Message.Request request);

  /**
   * Counts the problem, and tells the client where classes change anything. On the thread that
   * executes the request, while its warnings are captured.
   *
   * @return the error to answer with instead of executing the request; null to execute it
   */
  @Nullable RuntimeException report(ClassProblem problem);
}
