package io.amoeba.partitioner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.amoeba.partitioner",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("io.amoeba.partitioner.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule placementKnowsNoFlink =
      noClasses()
          .that()
          .resideInAPackage("..placement..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache..");

  @ArchTest
  static final ArchRule subscriptionKnowsNoFlink =
      noClasses()
          .that()
          .resideInAPackage("..subscription..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache..");

  @ArchTest
  static final ArchRule onlySubscriptionSpeaksJsonAndHttp =
      noClasses()
          .that()
          .resideOutsideOfPackage("..subscription..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml..", "java.net.http..");

  @ArchTest
  static final ArchRule flinksInternalsThatDifferBetweenTheLinesAreNotUsed =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.flink.streaming.runtime.partitioner..");

  @ArchTest
  static final ArchRule mutableStaticStateIsTheOneSubscription =
      classes()
          .should(
              com.tngtech.archunit.lang.conditions.ArchConditions.not(
                  com.tngtech.archunit.lang.conditions.ArchConditions.setFieldWhere(
                      com.tngtech.archunit.base.DescribedPredicate.describe(
                          "a static field outside of its initialiser",
                          access ->
                              access
                                      .getTarget()
                                      .resolveMember()
                                      .map(
                                          field ->
                                              field
                                                  .getModifiers()
                                                  .contains(
                                                      com.tngtech.archunit.core.domain.JavaModifier
                                                          .STATIC))
                                      .orElse(false)
                                  && !access.getOrigin().getName().equals("<clinit>")))));
}
