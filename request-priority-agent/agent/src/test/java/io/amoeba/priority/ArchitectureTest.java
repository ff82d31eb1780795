package io.amoeba.priority;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.amoeba.agentchecks.AgentArchitecture;

@AnalyzeClasses(
    packages = {"io.amoeba.priority", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest static final ArchTests OF_EVERY_AGENT = ArchTests.in(AgentArchitecture.class);

  @ArchTest
  static final ArchRule ADMISSION_KNOWS_NEITHER_CLIENTS_NOR_OPERATORS =
      noClasses()
          .that()
          .resideInAnyPackage("..priority.admission..", "..priority.threads..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..priority.classify..", "..priority.operator..");

  /** Threads with a raised nice value take part: one that is preempted must not stop others. */
  @ArchTest
  static final ArchRule NO_METHOD_ON_THE_WAY_OF_REQUESTS_IS_SYNCHRONIZED =
      noMethods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage("..priority.admission..", "..priority.threads..")
          .should()
          .haveModifier(JavaModifier.SYNCHRONIZED);
}
