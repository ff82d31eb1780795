package io.amoeba.shift;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"io.amoeba.shift", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule WHAT_RUNS_BEFORE_CASSANDRA_NAMES_NONE_OF_ITS_CLASSES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..shift.agent..",
              "..shift.compat..",
              "..shift.protocol..",
              "..agentkit.options..",
              "..agentkit.patch..",
              "..agentkit.symbols..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.cassandra..", "..shift.hooks..");

  @ArchTest
  static final ArchRule ADVICE_CALLS_HOOKS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("..shift.advice..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..shift.cluster..",
              "..shift.control..",
              "..shift.load..",
              "..shift.node..",
              "..shift.operator..");

  @ArchTest
  static final ArchRule WHAT_MOVES_READS_DOES_NOT_DECIDE =
      noClasses()
          .that()
          .resideInAnyPackage("..shift.node..", "..shift.cluster..", "..shift.load..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..shift.control..", "..shift.operator..");

  @ArchTest
  static final ArchRule BYTE_BUDDY_STAYS_WHERE_CLASSES_ARE_PATCHED =
      noClasses()
          .that()
          .resideInAPackage("..shift..")
          .and()
          .resideOutsideOfPackage("..shift.advice..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.bytebuddy..");
}
