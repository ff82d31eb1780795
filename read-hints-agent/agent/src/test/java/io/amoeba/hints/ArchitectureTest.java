package io.amoeba.hints;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"io.amoeba.hints", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule WHAT_RUNS_BEFORE_CASSANDRA_NAMES_NONE_OF_ITS_CLASSES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..hints.agent..",
              "..hints.compat..",
              "..hints.protocol..",
              "..agentkit.options..",
              "..agentkit.patch..",
              "..agentkit.symbols..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.cassandra..", "..hints.hooks..");

  @ArchTest
  static final ArchRule ADVICE_CALLS_HOOKS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("..hints.advice..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..hints.capture..",
              "..hints.cluster..",
              "..hints.replay..",
              "..hints.operator..",
              "..hints.settings..");

  @ArchTest
  static final ArchRule REPLAYING_KNOWS_NOTHING_OF_CAPTURING =
      noClasses()
          .that()
          .resideInAPackage("..hints.replay..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..hints.capture..");

  @ArchTest
  static final ArchRule BYTE_BUDDY_STAYS_WHERE_CLASSES_ARE_PATCHED =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..hints.hooks..",
              "..hints.capture..",
              "..hints.cluster..",
              "..hints.replay..",
              "..hints.operator..",
              "..hints.settings..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.bytebuddy..");
}
