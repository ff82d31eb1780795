package io.amoeba.coordinator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ServerAddress;

@AnalyzeClasses(
    packages = "io.amoeba.coordinator",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String ROOT = "io.amoeba.coordinator.";

  @ArchTest static final ArchRule membersAreComparedByPureFunctions = stage("members");

  @ArchTest static final ArchRule upkeepIsForecastByPureFunctions = stage("upkeep");

  @ArchTest static final ArchRule monitorLooksAtNoLaterStage = stage("monitor", "cluster");

  @ArchTest
  static final ArchRule analyzeLooksAtMonitorOnly = stage("analyze", "cluster", "monitor");

  @ArchTest
  static final ArchRule planLooksAtEarlierStagesOnly =
      stage("plan", "cluster", "monitor", "analyze", "yaml");

  @ArchTest
  static final ArchRule executeLooksAtEarlierStagesOnly =
      stage(
          "execute", "cluster", "monitor", "analyze", "plan", "approve", "knowledge", "operations");

  @ArchTest
  static final ArchRule changesLookAtEarlierStagesOnly =
      stage(
          "changes",
          "cluster",
          "promotion",
          "upkeep",
          "monitor",
          "analyze",
          "plan",
          "knowledge",
          "diagnosis",
          "operations",
          "approve",
          "execute",
          "yaml");

  @ArchTest
  static final ArchRule kindsOfChangeDoNotKnowEachOther =
      slices().matching("io.amoeba.coordinator.changes.(*)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule operationsKnowPlansAndNoKindOfChange =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "operations..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.amoeba.coordinator..")
                  .and(
                      resideOutsideOfPackages(
                          ROOT + "operations..",
                          ROOT + "plan..",
                          ROOT + "knowledge..",
                          ROOT + "diagnosis..")));

  @ArchTest static final ArchRule clusterIsWhatServersSay = stage("cluster");

  @ArchTest
  static final ArchRule promotionsAreForAnyOperation =
      stage("promotion", "cluster", "monitor", "operations");

  @ArchTest
  static final ArchRule approveLooksAtEarlierStagesOnly =
      stage("approve", "cluster", "monitor", "analyze", "plan", "knowledge", "yaml");

  @ArchTest
  static final ArchRule knowledgeHoldsRecordsOfTheStages =
      stage("knowledge", "cluster", "monitor", "analyze", "plan");

  @ArchTest
  static final ArchRule doctorJudgesWhatTheDriversSaw =
      stage("doctor", "config", "plan", "changes", "monitor", "cluster", "analyze", "knowledge");

  @ArchTest static final ArchRule lettuceStaysInTheStoreDriver = only("redis", "io.lettuce..");

  @ArchTest
  static final ArchRule javalinStaysInHttp =
      only("http", "io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..");

  @ArchTest static final ArchRule metersAreNamedInOnePlace = only("metrics", "io.micrometer..");

  @ArchTest static final ArchRule logbackStaysInTheLogLayout = only("text", "ch.qos.logback..");

  @ArchTest static final ArchRule picocliStaysInTheCommands = only("cli", "picocli..");

  @ArchTest
  static final ArchRule driversAreKnownToTheWiringAlone =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.amoeba.coordinator", ROOT + "flink..", ROOT + "redis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "flink..", ROOT + "redis..");

  @ArchTest
  static final ArchRule flinkIsKnownByItsRestInterfaceAlone =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.flink..");

  @ArchTest
  static final ArchRule noPartitionerClassesButPlacement =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.amoeba.partitioner.flink..",
              "io.amoeba.partitioner.handover..",
              "io.amoeba.partitioner.subscription..");

  /** So that no order evades the rest between promotions of a server. */
  @ArchTest
  static final ArchRule serversAreToldToTakeOverInOnePlace =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(ROOT + "promotion.Promotion")
          .should()
          .callMethod(ClusterAdmin.class, "failOver", ServerAddress.class);

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.amoeba.coordinator.(*)..").should().beFreeOfCycles();

  private static ArchRule stage(String name, String... earlier) {
    String[] allowed = new String[earlier.length + 10];
    for (int i = 0; i < earlier.length; i++) {
      allowed[i] = ROOT + earlier[i] + "..";
    }
    allowed[earlier.length] = ROOT + name + "..";
    allowed[earlier.length + 1] = "java..";
    allowed[earlier.length + 2] = "org.jspecify..";
    allowed[earlier.length + 3] = "org.slf4j..";
    allowed[earlier.length + 4] = "io.amoeba.partitioner.placement..";
    allowed[earlier.length + 5] = ROOT + "text..";
    allowed[earlier.length + 6] = ROOT + "members..";
    allowed[earlier.length + 7] = ROOT + "diagnosis..";
    allowed[earlier.length + 8] = ROOT + "upkeep..";
    allowed[earlier.length + 9] = "com.fasterxml.jackson.annotation..";
    return classes()
        .that()
        .resideInAPackage(ROOT + name + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed);
  }

  private static ArchRule only(String name, String... libraries) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + name + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries);
  }
}
