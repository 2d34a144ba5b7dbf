package io.slicewise.pipelines.explain;

import io.slicewise.pipelines.SettingException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tells what given windows and a trigger do, and what they cost. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Draws windows and their slices, tells when panes fire, what a key costs in state and timers,"
          + " and what would be refused. Nothing is read or written: the engine is asked.",
      "",
      "DURATION is a whole number with a unit, ms, s, m, h or d (500ms, 90m, 24h, 7d), or ISO 8601"
          + " (PT24H).",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:everything has been told",
      "1:standard output was closed or full",
      "2:an option cannot be used; one line on standard error says why"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  slicewise explain --windows=sliding --size=24h --period=1m --lateness=1h",
      "  slicewise explain --windows=fixed --size=1m,1h --trigger=every-element --json",
      "  slicewise explain --windows=sessions --gap=5m --events=0s,4m,@10m,8m --lateness=10m"
    })
public final class ExplainCommand implements Callable<Integer> {
  @Mixin private ExplainOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      Explanation explanation = Explanation.of(Question.of(options));
      PrintWriter out = spec.commandLine().getOut();
      if (options.json) {
        out.println(ExplanationJson.of(explanation));
      } else {
        out.print(ExplanationText.of(explanation));
      }
      out.flush();
      return ExitCode.OK;
    } catch (SettingException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
