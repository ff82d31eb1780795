package io.amoeba.hints;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.amoeba.agentchecks.AgentArchitecture;

@AnalyzeClasses(
    packages = {"io.amoeba.hints", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest static final ArchTests OF_EVERY_AGENT = ArchTests.in(AgentArchitecture.class);

  @ArchTest
  static final ArchRule REPLAYING_KNOWS_NOTHING_OF_CAPTURING =
      noClasses()
          .that()
          .resideInAPackage("..hints.replay..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..hints.capture..");
}
