package io.amoeba.agentkit.options;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Constants as users write them: in lower case and with hyphens. Stateless. */
public final class ChoiceNames {

  private ChoiceNames() {}

  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The constant of this name; case does not matter, nor whether a hyphen is an underscore. */
  public static <E extends Enum<E>> Optional<E> find(Class<E> type, String name) {
    String wanted = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> of(constant).equals(wanted))
        .findFirst();
  }

  /**
   * The constant of this name, for an attribute of an MBean.
   *
   * @throws IllegalArgumentException with the attribute and all names, if there is none
   */
  public static <E extends Enum<E>> E require(Class<E> type, String attribute, String name) {
    return find(type, name)
        .orElseThrow(
            () -> new IllegalArgumentException(attribute + "=" + name + ": " + wanted(type)));
  }

  /** What to say of a name that no constant has. */
  public static <E extends Enum<E>> String wanted(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(ChoiceNames::of)
        .collect(Collectors.joining(", ", "want one of ", ""));
  }
}
