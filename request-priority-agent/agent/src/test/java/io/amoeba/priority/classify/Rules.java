package io.amoeba.priority.classify;

import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.Map;

/** Rules of the tests. Stateless. */
final class Rules {

  static final ClassRules DEFAULTS = of(ServiceClass.NORMAL, ServiceClass.HIGH, Map.of());
  static final ClassRules REFUSING =
      new ClassRules(
          new ClassOptions(
              ServiceClass.NORMAL,
              ServiceClass.NORMAL,
              OnUnauthorized.ERROR,
              "priority_high",
              "priority_high_always",
              "priority_low",
              Map.of()));

  private Rules() {}

  static ServedClass served(ServiceClass serviceClass) {
    return new ServedClass(serviceClass, ClassSource.USER, null);
  }

  static ClassRules of(
      ServiceClass standard, ServiceClass anonymousMost, Map<String, ServiceClass> applications) {
    return new ClassRules(
        new ClassOptions(
            standard,
            anonymousMost,
            OnUnauthorized.WARN,
            "priority_high",
            "priority_high_always",
            "priority_low",
            applications));
  }
}
