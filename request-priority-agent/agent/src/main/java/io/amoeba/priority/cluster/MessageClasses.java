package io.amoeba.priority.cluster;

import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import io.amoeba.priority.threads.SharedLocks;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.net.Verb;
import org.jspecify.annotations.Nullable;

/** Classes of internode messages, sent and received. Safe for concurrent use. */
public final class MessageClasses {

  private static final String MESSAGE =
      "org.apache.cassandra.net.InboundMessageHandler$ProcessMessage";
  private static final String SMALL_MESSAGE =
      "org.apache.cassandra.net.InboundMessageHandler$ProcessSmallMessage";
  private static final MethodHandle HEADER = header();
  private static final Class<?> SMALL = type(SMALL_MESSAGE);
  private static final VarHandle CONTENT = content();

  private final boolean propagate;
  private final PrioritySettings settings;
  private final PriorityCounters counters;
  private final SharedLocks locks;

  /**
   * Of a node.
   *
   * @param propagate whether messages that are sent carry their class
   */
  public MessageClasses(boolean propagate, PrioritySettings settings, PriorityCounters counters) {
    this.propagate = propagate;
    this.settings = settings;
    this.counters = counters;
    this.locks = new SharedLocks(counters);
  }

  /** A class of Cassandra's that no other may name. */
  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, Message.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      // The symbols were checked at the start.
      throw new LinkageError(name, e);
    }
  }

  private static VarHandle content() {
    try {
      return MethodHandles.privateLookupIn(SMALL, MethodHandles.lookup())
          .findVarHandle(SMALL, "message", Message.class);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(SMALL_MESSAGE + "#message", e);
    }
  }

  private static MethodHandle header() {
    try {
      Class<?> type = type(MESSAGE);
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findVirtual(type, "header", MethodType.methodType(Message.Header.class))
          .asType(MethodType.methodType(Message.Header.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(MESSAGE + "#header", e);
    }
  }

  /** The parameters of a message that a thread sends for a class. */
  public Map<ParamType, Object> params(Map<ParamType, Object> stock, ServiceClass serviceClass) {
    if (serviceClass == ServiceClass.NORMAL || !propagate || !settings.isActing()) {
      return stock;
    }
    try {
      Map<ParamType, Object> params = ClassParameter.with(stock, serviceClass);
      counters.sent(serviceClass);
      return params;
    } catch (RuntimeException | Error e) {
      counters.hookFailed();
      return stock;
    }
  }

  /** The class of a message that has arrived: what a peer sends may be anything. */
  public ServiceClass classOf(Runnable message) {
    if (!settings.isActing()) {
      return ServiceClass.NORMAL;
    }
    byte @Nullable [] value;
    try {
      value = ClassParameter.of(headerOf(message).customParams());
    } catch (RuntimeException | Error e) {
      counters.hookFailed();
      return ServiceClass.NORMAL;
    }
    if (value == null) {
      return ServiceClass.NORMAL;
    }
    ServiceClass decoded = ServiceClass.decode(value);
    if (decoded == null) {
      counters.malformedMessage();
      return ServiceClass.NORMAL;
    }
    counters.received(decoded);
    return decoded;
  }

  /**
   * Whether a message that has arrived is a write that takes no lock for which others wait. False
   * for large ones, which are decoded later, on the stage's thread.
   */
  public boolean isLockFreeWrite(Runnable message) {
    if (!SMALL.isInstance(message)) {
      return false;
    }
    Message<?> content = (Message<?>) CONTENT.get(message);
    // Other verbs write to tables of Cassandra's own, or belong to a transaction.
    return content.verb() == Verb.MUTATION_REQ
        && content.payload instanceof Mutation write
        && locks.areAvoidedBy(List.of(write));
  }

  private static Message.Header headerOf(Runnable message) {
    try {
      return (Message.Header) HEADER.invokeExact(message);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      // It declares none.
      throw new IllegalStateException(e);
    }
  }
}
