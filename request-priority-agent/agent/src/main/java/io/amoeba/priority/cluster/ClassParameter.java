package io.amoeba.priority.cluster;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.cassandra.net.ParamType;
import org.jspecify.annotations.Nullable;

/**
 * The class of service as a custom parameter of an internode message. Peers without the agent
 * ignore it. Stateless.
 */
final class ClassParameter {

  static final String KEY = "amoeba.class";

  /** Shared by most messages, as Cassandra's own map of no parameters is. */
  private static final Map<ServiceClass, Map<ParamType, Object>> ALONE = alone();

  private ClassParameter() {}

  private static Map<ServiceClass, Map<ParamType, Object>> alone() {
    Map<ServiceClass, Map<ParamType, Object>> all = new EnumMap<>(ServiceClass.class);
    for (ServiceClass serviceClass : ServiceClass.values()) {
      Map<ParamType, Object> params = new EnumMap<>(ParamType.class);
      params.put(ParamType.CUSTOM_MAP, Collections.singletonMap(KEY, serviceClass.encode()));
      all.put(serviceClass, params);
    }
    return all;
  }

  /** A message's parameters, and its class. */
  static Map<ParamType, Object> with(Map<ParamType, Object> params, ServiceClass serviceClass) {
    Map<ParamType, Object> alone = ALONE.get(serviceClass);
    if (params.isEmpty() && alone != null) {
      return alone;
    }
    Map<ParamType, Object> all = new EnumMap<>(ParamType.class);
    all.putAll(params);
    Map<Object, Object> custom = new HashMap<>();
    if (params.get(ParamType.CUSTOM_MAP) instanceof Map<?, ?> others) {
      custom.putAll(others);
    }
    custom.put(KEY, serviceClass.encode());
    all.put(ParamType.CUSTOM_MAP, custom);
    return all;
  }

  /** The value of a message; null: it has none. */
  static byte @Nullable [] of(@Nullable Map<String, byte[]> custom) {
    return custom == null ? null : custom.get(KEY);
  }
}
