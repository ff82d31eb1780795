package io.amoeba.priority.admission;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;

/** The request of the task that Cassandra submits for it, from a private field. Stateless. */
final class RequestOfTask {

  private static final VarHandle REQUEST = handle();

  private RequestOfTask() {}

  private static VarHandle handle() {
    try {
      Class<?> type = Dispatcher.RequestProcessor.class;
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findVarHandle(type, "request", Message.Request.class);
    } catch (ReflectiveOperationException e) {
      // The symbols were checked at the start.
      throw new LinkageError("Dispatcher.RequestProcessor#request", e);
    }
  }

  static Message.Request get(Dispatcher.RequestProcessor<?> task) {
    return (Message.Request) REQUEST.get(task);
  }
}
