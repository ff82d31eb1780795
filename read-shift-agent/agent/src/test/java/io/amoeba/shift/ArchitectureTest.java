package io.amoeba.shift;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.amoeba.agentchecks.AgentArchitecture;

@AnalyzeClasses(
    packages = {"io.amoeba.shift", "io.amoeba.agentkit"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest static final ArchTests OF_EVERY_AGENT = ArchTests.in(AgentArchitecture.class);

  @ArchTest
  static final ArchRule WHAT_MOVES_READS_DOES_NOT_DECIDE =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..shift.node..", "..shift.cluster..", "..shift.compaction..", "..shift.load..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..shift.control..", "..shift.operator..");
}
