package io.slicewise;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The arrows between packages: the adapter uses the core, and the core uses nothing but Java; the
 * aggregations stand by themselves.
 */
@AnalyzeClasses(packages = "io.slicewise", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule coreIsPureJava =
      classes()
          .that()
          .resideInAPackage("io.slicewise.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.lang..", "java.util..", "java.io", "java.time..", "io.slicewise.core..");

  @ArchTest
  static final ArchRule coreReadsNoClock =
      noClasses()
          .that()
          .resideInAPackage("io.slicewise.core..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethodWhere(target(name("now")).and(target(owner(resideInAPackage("java.time..")))))
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock");

  @ArchTest
  static final ArchRule coreOpensNoFilesOrStreams =
      noClasses()
          .that()
          .resideInAPackage("io.slicewise.core..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.io\\.(File.*|RandomAccessFile|Print.*|Console)");

  @ArchTest
  static final ArchRule aggregationsNeedNothingButBeam =
      classes()
          .that()
          .resideInAPackage("io.slicewise.aggregate")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.joda.time..",
              "org.apache.beam.sdk..",
              "io.slicewise.inverse",
              "io.slicewise.aggregate");

  @ArchTest
  static final ArchRule inversesNeedNothingButBeam =
      classes()
          .that()
          .resideInAPackage("io.slicewise.inverse")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.apache.beam.sdk..", "io.slicewise.inverse");

  @ArchTest
  static final ArchRule sketchesNeedDataSketchesToo =
      classes()
          .that()
          .resideInAPackage("io.slicewise.aggregate.sketch")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.joda.time..",
              "org.apache.beam.sdk..",
              "org.apache.datasketches..",
              "io.slicewise.aggregate..");

  @ArchTest
  static final ArchRule onlySketchesNeedDataSketches =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.slicewise.aggregate.sketch")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.datasketches..");

  @ArchTest
  static final ArchRule windowingNeedsNoAggregations =
      noClasses()
          .that()
          .resideInAnyPackage("io.slicewise.core..", "io.slicewise.beam..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.slicewise.aggregate..");

  @ArchTest
  static final ArchRule layers =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("beam")
          .definedBy("io.slicewise.beam..")
          .layer("assembly")
          .definedBy("io.slicewise.core")
          .layer("kinds")
          .definedBy(
              "io.slicewise.core.sliced..",
              "io.slicewise.core.session..",
              "io.slicewise.core.trailing..",
              "io.slicewise.core.ordered..")
          .layer("firing")
          .definedBy("io.slicewise.core.firing..")
          .layer("engine")
          .definedBy("io.slicewise.core.engine..")
          .layer("slice")
          .definedBy("io.slicewise.core.slice..")
          .layer("trigger")
          .definedBy("io.slicewise.core.trigger..")
          .layer("pane")
          .definedBy("io.slicewise.core.pane..")
          .layer("window")
          .definedBy("io.slicewise.core.window..")
          .layer("codec")
          .definedBy("io.slicewise.core.codec..")
          .whereLayer("beam")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("assembly")
          .mayOnlyBeAccessedByLayers("beam")
          .whereLayer("kinds")
          .mayOnlyBeAccessedByLayers("assembly")
          .whereLayer("firing")
          .mayOnlyBeAccessedByLayers("kinds")
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("kinds", "assembly", "beam")
          .whereLayer("trigger")
          .mayOnlyBeAccessedByLayers("firing", "engine", "kinds", "assembly", "beam")
          .whereLayer("slice")
          .mayOnlyBeAccessedByLayers("firing", "engine", "kinds", "assembly", "beam")
          .whereLayer("pane")
          .mayOnlyBeAccessedByLayers("slice", "firing", "engine", "kinds", "assembly", "beam")
          .whereLayer("window")
          .mayOnlyBeAccessedByLayers(
              "pane", "trigger", "firing", "engine", "kinds", "assembly", "beam")
          .whereLayer("codec")
          .mayOnlyBeAccessedByLayers("slice", "firing", "engine", "kinds");

  @ArchTest
  static final ArchRule noCycles = slices().matching("io.slicewise.(**)").should().beFreeOfCycles();
}
