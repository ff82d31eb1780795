package io.amoeba.partitioner;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

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
  static final ArchRule onlyTheProtocolSpeaksJson =
      noClasses()
          .that()
          .resideOutsideOfPackage("..placement.protocol..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml..");

  @ArchTest
  static final ArchRule onlySubscriptionSpeaksHttp =
      noClasses()
          .that()
          .resideOutsideOfPackage("..subscription..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.net.http..");

  /** The published jar renames the JSON library: a type of it could not be shared. */
  @ArchTest
  static final ArchRule theProtocolShowsNoTypeOfItsJsonLibrary =
      noMethods()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat(resideInAPackage("..placement.protocol.."))
          .and()
          .areDeclaredInClassesThat()
          .arePublic()
          .should(
              have(
                  describe(
                      "a parameter or a result of the JSON library",
                      (JavaMethod method) ->
                          Stream.concat(
                                  method.getRawParameterTypes().stream(),
                                  Stream.of(method.getRawReturnType()))
                              .anyMatch(resideInAPackage("com.fasterxml..")))));

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
