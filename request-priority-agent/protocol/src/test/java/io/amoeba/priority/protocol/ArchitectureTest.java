package io.amoeba.priority.protocol;

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
    packages = "io.amoeba.priority.protocol",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule THE_PROTOCOL_NEEDS_NOTHING_BUT_JAVA =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "io.amoeba.priority.protocol..");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("io.amoeba.priority.protocol.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ADMISSION_KNOWS_NEITHER_CLASSES_NOR_THE_CONTROLLER =
      noClasses()
          .that()
          .resideInAPackage("..admission..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..service..", "..entitlement..", "..queue..", "..limit..");

  @ArchTest
  static final ArchRule NO_CLASS_READS_A_CLOCK =
      noClasses()
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  /** Threads with a raised nice value take part: one that is preempted must not stop others. */
  @ArchTest
  static final ArchRule NO_CLASS_LOCKS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.concurrent.locks..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.util.concurrent.ConcurrentHashMap");

  @ArchTest
  static final ArchRule NO_METHOD_IS_SYNCHRONIZED =
      noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED);
}
