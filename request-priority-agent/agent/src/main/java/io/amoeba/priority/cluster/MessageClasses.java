package io.amoeba.priority.cluster;

import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.ParamType;

/** Classes of internode messages, sent and received. Safe for concurrent use. */
public final class MessageClasses {

  private static final String MESSAGE =
      "org.apache.cassandra.net.InboundMessageHandler$ProcessMessage";
  private static final MethodHandle HEADER = header();

  private final boolean propagate;
  private final PrioritySettings settings;
  private final PriorityCounters counters;

  /**
   * Of a node.
   *
   * @param propagate whether messages that are sent carry their class
   */
  public MessageClasses(boolean propagate, PrioritySettings settings, PriorityCounters counters) {
    this.propagate = propagate;
    this.settings = settings;
    this.counters = counters;
  }

  /** A class of Cassandra's that no other may name. */
  private static MethodHandle header() {
    try {
      Class<?> type = Class.forName(MESSAGE, false, Message.class.getClassLoader());
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findVirtual(type, "header", MethodType.methodType(Message.Header.class))
          .asType(MethodType.methodType(Message.Header.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      // The symbols were checked at the start.
      throw new LinkageError(MESSAGE + "#header", e);
    }
  }

  /** The parameters of a message that a thread sends for a class. */
  public Map<ParamType, Object> params(Map<ParamType, Object> stock, ServiceClass serviceClass) {
    if (serviceClass == ServiceClass.NORMAL || !propagate || !settings.isActing()) {
      return stock;
    }
    counters.sent(serviceClass);
    return ClassParameter.with(stock, serviceClass);
  }

  /** The class of a message that has arrived: what a peer sends may be anything. */
  public ServiceClass classOf(Runnable message) {
    if (!settings.isActing()) {
      return ServiceClass.NORMAL;
    }
    byte[] value = ClassParameter.of(headerOf(message).customParams());
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
