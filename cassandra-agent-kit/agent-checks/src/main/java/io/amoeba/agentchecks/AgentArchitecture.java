package io.amoeba.agentchecks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What holds for the packages of every agent and of the kit. */
public final class AgentArchitecture {

  private AgentArchitecture() {}

  @ArchTest
  static final ArchRule WHAT_RUNS_BEFORE_CASSANDRA_NAMES_NONE_OF_ITS_CLASSES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.amoeba.*.agent..",
              "io.amoeba.*.compat..",
              "io.amoeba.*.protocol..",
              "io.amoeba.agentkit.options..",
              "io.amoeba.agentkit.patch..",
              "io.amoeba.agentkit.symbols..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.cassandra..", "io.amoeba.*.hooks..");

  /** And names what needs nothing of Cassandra. */
  @ArchTest
  static final ArchRule ADVICE_CALLS_HOOKS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("io.amoeba.*.advice..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.amoeba..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "io.amoeba.*.advice..",
                              "io.amoeba.*.hooks..",
                              "io.amoeba.*.protocol.."))));

  @ArchTest
  static final ArchRule BYTE_BUDDY_STAYS_WHERE_CLASSES_ARE_PATCHED =
      noClasses()
          .that()
          .resideInAPackage("io.amoeba..")
          .and()
          .resideOutsideOfPackages(
              "io.amoeba.*.advice..", "io.amoeba.agentkit.patch..", "io.amoeba.agentkit.symbols..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.bytebuddy..");
}
