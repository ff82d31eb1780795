package io.amoeba.streaming;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.amoeba.agentchecks.AgentArchitecture;

@AnalyzeClasses(
    packages = {"io.amoeba.streaming", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest static final ArchTests OF_EVERY_AGENT = ArchTests.in(AgentArchitecture.class);

  @ArchTest
  static final ArchRule THE_TWO_SIDES_OF_A_JOIN_DO_NOT_KNOW_EACH_OTHER =
      noClasses()
          .that()
          .resideInAPackage("..streaming.member..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..streaming.joining..");
}
