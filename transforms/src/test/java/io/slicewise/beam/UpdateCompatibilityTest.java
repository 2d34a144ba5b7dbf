package io.slicewise.beam;

import static io.slicewise.golden.GoldenFile.nameOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.slicewise.golden.GoldenFile;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.reflect.DoFnSignature;
import org.apache.beam.sdk.transforms.reflect.DoFnSignatures;
import org.junit.jupiter.api.Test;

/**
 * The names and coders by which Dataflow updates a running pipeline and Flink restores a savepoint,
 * of every transform.
 */
class UpdateCompatibilityTest {

  @Test
  void stepsOutputsStatesTimersAndCoders() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# Below a transform that is applied as " + TransformForms.NAME + ": each step, its");
    lines.add("# outputs with their coders, its states with their coders, its timers.");
    for (Map.Entry<String, Pipeline> form : TransformForms.all().entrySet()) {
      lines.add("");
      lines.add(form.getKey());
      lines.addAll(steps(form.getValue()));
    }
    GoldenFile.ofAllVersions("steps")
        .check(
            lines,
            "Runners find what a running pipeline has stored by these names, and read it with"
                + " these coders. A step, state, timer or coder that is renamed or gone loses its"
                + " state: Flink refuses the savepoint (or drops that state, with"
                + " allowNonRestoredState), Dataflow refuses the update (or needs"
                + " transformNameMapping). What is new starts empty. A change is for a release"
                + " that says so in CHANGELOG.md, under \"Running pipelines\", and in"
                + " docs/runners.md, \"Changing a running pipeline\"; then delete the file, and"
                + " write it with -Dslicewise.golden=write.");
  }

  @Test
  void everyTransformIsListed() {
    Set<String> transforms = new TreeSet<>();
    for (JavaClass found :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.slicewise.beam")) {
      if (found.isAssignableTo(PTransform.class)) {
        transforms.add(found.getName());
      }
    }
    assertThat(transforms).contains(SlicedWindowAggregate.class.getName());
    for (Pipeline pipeline : TransformForms.all().values()) {
      pipeline.traverseTopologically(
          new Pipeline.PipelineVisitor.Defaults() {
            @Override
            public CompositeBehavior enterCompositeTransform(TransformHierarchy.Node node) {
              if (node.getTransform() != null) {
                transforms.remove(node.getTransform().getClass().getName());
              }
              return CompositeBehavior.ENTER_TRANSFORM;
            }
          });
    }
    assertThat(transforms).as("transforms without a form in TransformForms").isEmpty();
  }

  /** The primitive steps below the transform. */
  private static List<String> steps(Pipeline pipeline) {
    List<String> lines = new ArrayList<>();
    pipeline.traverseTopologically(
        new Pipeline.PipelineVisitor.Defaults() {
          @Override
          public void visitPrimitiveTransform(TransformHierarchy.Node node) {
            if (node.getFullName().startsWith(TransformForms.NAME + "/")) {
              lines.add("  " + node.getFullName().substring(TransformForms.NAME.length() + 1));
              addOutputs(node, lines);
              if (node.getTransform() instanceof ParDo.MultiOutput<?, ?> parDo) {
                addStates(parDo.getFn(), lines);
              }
            }
          }
        });
    return lines;
  }

  private static void addOutputs(TransformHierarchy.Node node, List<String> lines) {
    boolean tagged = node.getTransform() instanceof ParDo.MultiOutput;
    node.getOutputs()
        .forEach(
            (tag, collection) ->
                lines.add(
                    "    output "
                        + (tagged ? tag.getId() + " " : "")
                        + nameOf(collection.getCoder())));
  }

  private static void addStates(DoFn<?, ?> doFn, List<String> lines) {
    DoFnSignature signature = DoFnSignatures.signatureForDoFn(doFn);
    signature.stateDeclarations().values().stream()
        .map(state -> "    state " + state.id() + " " + coderOf(doFn, state.field()))
        .sorted()
        .forEach(lines::add);
    signature.timerDeclarations().keySet().stream()
        .map(timer -> "    timer " + timer)
        .sorted()
        .forEach(lines::add);
    signature.timerFamilyDeclarations().keySet().stream()
        .map(family -> "    timer family " + family)
        .sorted()
        .forEach(lines::add);
    lines.addAll(needs(signature).stream().map(need -> "    needs " + need).toList());
  }

  private static List<String> needs(DoFnSignature signature) {
    List<String> needs = new ArrayList<>();
    if (signature.onWindowExpiration() != null) {
      needs.add("OnWindowExpiration");
    }
    if (signature.processElement().requiresTimeSortedInput()) {
      needs.add("RequiresTimeSortedInput");
    }
    if (signature.processElement().requiresStableInput()) {
      needs.add("RequiresStableInput");
    }
    return needs;
  }

  private static String coderOf(DoFn<?, ?> doFn, Field state) {
    try {
      StateSpec<?> spec = (StateSpec<?>) state.get(doFn);
      return spec.match(
          new StateSpec.Cases.WithDefault<String>() {
            @Override
            public String dispatchValue(Coder<?> coder) {
              return "value " + nameOf(coder);
            }

            @Override
            public String dispatchOrderedList(Coder<?> coder) {
              return dispatchDefault();
            }

            @Override
            protected String dispatchDefault() {
              return "of another kind";
            }
          });
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
