package io.amoeba.priority.operator;

import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.classify.ClassRules;
import io.amoeba.priority.classify.ClassedUsers;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.Map;

/** Changes who may use which class, for open connections, too. Safe for concurrent use. */
public final class LiveClassRules {

  private final PrioritySettings settings;
  private final ClassedUsers users;

  public LiveClassRules(PrioritySettings settings, ClassedUsers users) {
    this.settings = settings;
    this.users = users;
  }

  ClassOptions now() {
    return settings.classes();
  }

  synchronized void setStandard(ServiceClass standard) {
    ClassOptions now = now();
    apply(standard, now.anonymousMost(), now.onUnauthorized(), now.applications());
  }

  synchronized void setAnonymousMost(ServiceClass most) {
    ClassOptions now = now();
    apply(now.standard(), most, now.onUnauthorized(), now.applications());
  }

  synchronized void setOnUnauthorized(OnUnauthorized answer) {
    ClassOptions now = now();
    apply(now.standard(), now.anonymousMost(), answer, now.applications());
  }

  synchronized void setApplications(Map<String, ServiceClass> applications) {
    ClassOptions now = now();
    apply(now.standard(), now.anonymousMost(), now.onUnauthorized(), applications);
  }

  private void apply(
      ServiceClass standard,
      ServiceClass anonymousMost,
      OnUnauthorized onUnauthorized,
      Map<String, ServiceClass> applications) {
    ClassOptions now = now();
    ClassOptions changed =
        new ClassOptions(
            standard,
            anonymousMost,
            onUnauthorized,
            now.roleHigh(),
            now.roleHighAlways(),
            now.roleLow(),
            applications);
    settings.setClasses(changed);
    users.setRules(new ClassRules(changed));
  }
}
