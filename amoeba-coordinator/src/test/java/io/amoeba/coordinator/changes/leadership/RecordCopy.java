package io.amoeba.coordinator.changes.leadership;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;

/** Copies of records of which single components differ, for tests. Stateless. */
final class RecordCopy {

  private RecordCopy() {}

  /**
   * The same record with other components.
   *
   * @param changes name and value of each of them
   */
  @SuppressWarnings("unchecked")
  static <R extends Record> R with(R record, Object... changes) {
    Map<Object, Object> others = new HashMap<>();
    for (int i = 0; i < changes.length; i += 2) {
      others.put(changes[i], changes[i + 1]);
    }
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        Object other = others.remove(components[i].getName());
        Method accessor = components[i].getAccessor();
        accessor.setAccessible(true);
        types[i] = components[i].getType();
        values[i] = other == null ? accessor.invoke(record) : other;
      }
      if (!others.isEmpty()) {
        throw new IllegalArgumentException(
            "%s has no %s".formatted(record.getClass(), others.keySet()));
      }
      Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (R) constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
