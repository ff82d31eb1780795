package io.amoeba.freshreads;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.amoeba.freshreads",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("io.amoeba.freshreads.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule proofShardAndChoiceNeedNothingButJava =
      classes()
          .that()
          .resideInAnyPackage("..proof..", "..shard..", "..choice..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify..",
              "io.amoeba.freshreads.proof..",
              "io.amoeba.freshreads.shard..",
              "io.amoeba.freshreads.choice..");

  @ArchTest
  static final ArchRule proofAndChoiceReadNoClock =
      noClasses()
          .that()
          .resideInAnyPackage("..proof..", "..choice..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule noWallClockTakesPart =
      noClasses().should().callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule onlyMetricsNeedMicrometer =
      noClasses()
          .that()
          .resideOutsideOfPackage("..metrics..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..");

  @ArchTest
  static final ArchRule metricsKnowNeitherLettuceNorTheInside =
      noClasses()
          .that()
          .resideInAPackage("..metrics..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.lettuce..", "..link..", "..read..", "..proof..");

  @ArchTest
  static final ArchRule readsDoNotLock =
      noMethods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage("..proof..", "..shard..", "..choice..", "..read..")
          .should()
          .haveModifier(JavaModifier.SYNCHRONIZED);
}
