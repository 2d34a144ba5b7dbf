package io.slicewise.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.coders.Coder;
import org.junit.jupiter.api.Test;

/** Whatever can be stored has a golden file. */
class GoldenCoverageTest {
  private static final Pattern CODER = Pattern.compile("\\b\\w+Coder\\b");

  private final JavaClasses library =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.slicewise");

  @Test
  void everyCoderOfTheLibrary() throws IOException {
    Set<String> golden = new TreeSet<>();
    for (GoldenFile file : GoldenFile.all()) {
      if (file.isCurrent()) {
        Matcher coder = CODER.matcher(String.join("\n", file.lines()));
        while (coder.find()) {
          golden.add(coder.group());
        }
      }
    }
    Set<String> ofLibrary = new TreeSet<>();
    for (JavaClass found : library) {
      boolean isAbstract = found.getModifiers().contains(JavaModifier.ABSTRACT);
      if (found.isAssignableTo(Coder.class) && !isAbstract) {
        ofLibrary.add(found.getSimpleName());
      }
    }
    assertThat(ofLibrary).hasSizeGreaterThan(15);
    ofLibrary.removeAll(golden);
    assertThat(ofLibrary)
        .as("coders without golden bytes: add a line to a golden file for each")
        .isEmpty();
  }
}
