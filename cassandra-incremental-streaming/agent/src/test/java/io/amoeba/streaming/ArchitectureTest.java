package io.amoeba.streaming;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"io.amoeba.streaming", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule WHAT_RUNS_BEFORE_CASSANDRA_NAMES_NONE_OF_ITS_CLASSES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..streaming.agent..",
              "..streaming.compat..",
              "..agentkit.options..",
              "..agentkit.patch..",
              "..agentkit.symbols..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.cassandra..", "..streaming.hooks..");

  @ArchTest
  static final ArchRule ADVICE_CALLS_HOOKS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("..streaming.advice..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..streaming.ring..",
              "..streaming.member..",
              "..streaming.joining..",
              "..streaming.operator..");

  @ArchTest
  static final ArchRule THE_TWO_SIDES_OF_A_JOIN_DO_NOT_KNOW_EACH_OTHER =
      noClasses()
          .that()
          .resideInAPackage("..streaming.member..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..streaming.joining..");

  @ArchTest
  static final ArchRule BYTE_BUDDY_STAYS_WHERE_CLASSES_ARE_PATCHED =
      classes()
          .that()
          .resideInAnyPackage(
              "..streaming.hooks..",
              "..streaming.ring..",
              "..streaming.member..",
              "..streaming.joining..",
              "..streaming.operator..")
          .should()
          .onlyDependOnClassesThat()
          .resideOutsideOfPackage("net.bytebuddy..");
}
