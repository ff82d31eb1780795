package io.amoeba.coordinator.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The values of an enumeration that an option takes. {@link GivenOptions} checks it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface OneOf {
  /** As the command line has them. */
  String[] value();
}
