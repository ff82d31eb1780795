package io.amoeba.priority;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"io.amoeba.priority", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule WHAT_RUNS_BEFORE_CASSANDRA_NAMES_NONE_OF_ITS_CLASSES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..priority.agent..",
              "..priority.compat..",
              "..priority.protocol..",
              "..agentkit.options..",
              "..agentkit.patch..",
              "..agentkit.symbols..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.cassandra..", "..priority.hooks..");

  @ArchTest
  static final ArchRule ADVICE_CALLS_HOOKS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("..priority.advice..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..priority.admission..",
              "..priority.classify..",
              "..priority.operator..",
              "..priority.settings..",
              "..priority.threads..");

  @ArchTest
  static final ArchRule ADMISSION_KNOWS_NEITHER_CLIENTS_NOR_OPERATORS =
      noClasses()
          .that()
          .resideInAnyPackage("..priority.admission..", "..priority.threads..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..priority.classify..", "..priority.operator..");

  @ArchTest
  static final ArchRule BYTE_BUDDY_STAYS_WHERE_CLASSES_ARE_PATCHED =
      noClasses()
          .that()
          .resideInAPackage("..priority..")
          .and()
          .resideOutsideOfPackage("..priority.advice..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.bytebuddy..");

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
