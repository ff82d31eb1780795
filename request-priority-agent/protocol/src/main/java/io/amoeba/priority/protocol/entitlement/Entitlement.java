package io.amoeba.priority.protocol.entitlement;

import io.amoeba.priority.protocol.service.ServiceClass;
import org.jspecify.annotations.Nullable;

/**
 * Which classes a user may have. Immutable.
 *
 * @param standard the class of requests that ask for none; never above {@code most}
 * @param most the highest class that the user may ask for; lower ones are always allowed
 * @param restriction why the user may not ask for more; null: the user's roles are not known yet,
 *     so more is neither refused nor given
 */
public record Entitlement(ServiceClass standard, ServiceClass most, @Nullable String restriction) {
  public Entitlement {
    if (standard.isAbove(most)) {
      throw new IllegalArgumentException(
          "standard class " + standard.text() + " is above the highest one, " + most.text());
    }
  }

  boolean allows(ServiceClass asked) {
    return !asked.isAbove(most);
  }
}
