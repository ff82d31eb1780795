package io.amoeba.streaming.ring;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Private members of Cassandra's classes; each is listed in TargetSymbols and checked at the start.
 */
public final class Reflection {

  private Reflection() {}

  public static <T> T read(Class<?> owner, String field, Object target, Class<T> type) {
    try {
      return type.cast(accessible(owner, field).get(target));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(owner.getSimpleName() + "." + field + " cannot be read", e);
    }
  }

  public static void write(Class<?> owner, String field, Object target, Object value) {
    try {
      accessible(owner, field).set(target, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(owner.getSimpleName() + "." + field + " cannot be set", e);
    }
  }

  public static void call(
      Class<?> owner, String method, Object target, Class<?> parameter, @Nullable Object argument) {
    try {
      Method found = owner.getDeclaredMethod(method, parameter);
      found.setAccessible(true);
      found.invoke(target, argument);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException(owner.getSimpleName() + "." + method + " is missing", e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          owner.getSimpleName() + "." + method + " failed", e.getCause());
    }
  }

  private static Field accessible(Class<?> owner, String field) {
    try {
      Field found = owner.getDeclaredField(field);
      found.setAccessible(true);
      return found;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(owner.getSimpleName() + "." + field + " is missing", e);
    }
  }
}
