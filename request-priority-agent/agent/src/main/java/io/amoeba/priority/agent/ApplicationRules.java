package io.amoeba.priority.agent;

import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Classes of connections by their application name, as operators write them. Stateless. */
public final class ApplicationRules {

  static final String WANTED =
      "name=class, with a printable name without blank, =, + or comma, and high, normal or low";

  static final Pattern RULE =
      Pattern.compile("[!-~&&[^=+,]]{1,128}=(high|normal|low)", Pattern.CASE_INSENSITIVE);

  private static final Pattern BETWEEN = Pattern.compile("[+,\\s]+");

  private ApplicationRules() {}

  /**
   * Rules between blanks, commas or plus signs; none for an empty text.
   *
   * @throws IllegalArgumentException that names every rule that is wrong
   */
  public static Map<String, ServiceClass> parse(String text) {
    List<String> rules =
        Arrays.stream(BETWEEN.split(text)).filter(rule -> !rule.isEmpty()).toList();
    List<String> errors = new ArrayList<>();
    for (String rule : rules) {
      if (!RULE.matcher(rule).matches()) {
        errors.add("'" + rule.replaceAll("[^ -~]", "?") + "' is not " + WANTED);
      }
    }
    Map<String, ServiceClass> classes = of(rules, errors);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException("Applications: " + String.join("; ", errors));
    }
    return classes;
  }

  /** Of those rules that match {@link #RULE}; a name that is there twice is an error. */
  static Map<String, ServiceClass> of(List<String> rules, List<String> errors) {
    Map<String, ServiceClass> classes = new LinkedHashMap<>();
    for (String rule : rules) {
      if (!RULE.matcher(rule).matches()) {
        continue;
      }
      int equals = rule.lastIndexOf('=');
      String name = rule.substring(0, equals);
      ServiceClass serviceClass =
          ChoiceNames.find(ServiceClass.class, rule.substring(equals + 1)).orElseThrow();
      if (classes.put(name, serviceClass) != null) {
        errors.add("applications: " + name + " is there twice");
      }
    }
    return classes;
  }

  /** As {@link #parse} reads them, by name. */
  public static String text(Map<String, ServiceClass> rules) {
    return new TreeMap<>(rules)
        .entrySet().stream()
            .map(rule -> rule.getKey() + "=" + rule.getValue().text())
            .collect(Collectors.joining(" "));
  }
}
