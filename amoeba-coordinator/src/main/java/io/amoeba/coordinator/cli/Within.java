package io.amoeba.coordinator.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The range of an option's value: integers, numbers, times such as {@code 90s}. Of a list, each
 * element is in it. {@link GivenOptions} checks it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Within {
  /** The smallest value. */
  String least();

  /** The largest value. */
  String most();
}
