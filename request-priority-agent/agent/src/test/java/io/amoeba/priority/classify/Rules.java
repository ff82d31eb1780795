package io.amoeba.priority.classify;

import io.amoeba.priority.agent.SampleOptions;
import io.amoeba.priority.protocol.entitlement.ClassSource;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;

/** Rules of the tests. Stateless. */
final class Rules {

  private Rules() {}

  /** Those of an agent's options. */
  static ClassRules of(String options) {
    return new ClassRules(SampleOptions.of(options).classes());
  }

  static ServedClass served(ServiceClass serviceClass) {
    return new ServedClass(serviceClass, ClassSource.USER, null);
  }
}
