package io.slicewise.pipelines.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.pipelines.SettingException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.Validation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RunCommandTest {
  /** How a pipeline of this test ends. */
  public enum Ending {
    WELL,
    BADLY
  }

  /** Options of every kind. */
  public interface CountingOptions extends PipelineOptions {
    @Description("What is counted, of 100 % of the rows.")
    @Validation.Required
    String getTopic();

    void setTopic(String topic);

    @Description("Where it goes.")
    @Validation.Required
    String getTable();

    void setTable(String table);

    @Description("How many at most.")
    @Default.Integer(10)
    int getMost();

    void setMost(int most);

    @Description("Whether to count twice. Default: only on Sundays.")
    @Default.Boolean(false)
    boolean isTwice();

    void setTwice(boolean twice);

    @Description("How it ends.")
    @Default.Enum("WELL")
    Ending getEnding();

    void setEnding(Ending ending);
  }

  private static final class Counting implements RunnablePipeline {
    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String summary() {
      return "Counts a topic into a table.";
    }

    @Override
    public Class<? extends PipelineOptions> optionsType() {
      return CountingOptions.class;
    }

    @Override
    public Job prepare(PipelineOptions options) {
      CountingOptions counting = options.as(CountingOptions.class);
      if (counting.getMost() > 100) {
        throw new SettingException("--most=" + counting.getMost() + ": must be at most 100.");
      }
      return (out, err) -> run(counting, out);
    }

    private static int run(CountingOptions counting, PrintWriter out) {
      if (counting.getEnding() == Ending.BADLY) {
        throw new IllegalStateException("outer", new IOException("the disk\n is full"));
      }
      out.printf(
          "%s %s %d %b %d%n",
          counting.getTopic(),
          counting.getTable(),
          counting.getMost(),
          counting.isTwice(),
          counting.as(DirectOptions.class).getTargetParallelism());
      return 0;
    }
  }

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine command =
        RunCommand.of(List.of(new Counting()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    command.setParameterExceptionHandler(
        (failure, words) -> {
          err.write(failure.getMessage());
          return CommandLine.ExitCode.USAGE;
        });
    int status = command.execute(args);
    command.getOut().flush();
    return status;
  }

  private static String lines(String text) {
    return text.replace("\n", System.lineSeparator());
  }

  @Test
  void optionsReachThePipeline_thoseOfARunnerToo() {
    int status =
        run("counting", "--topic=a b", "--table=t", "--most=7", "--twice", "--targetParallelism=3");

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).isEqualTo(lines("a b t 7 true 3\n"));
    assertThat(status).isZero();
  }

  @Test
  void list_isATable_orJson() throws IOException {
    assertThat(run("--list")).isZero();
    assertThat(out.toString()).isEqualTo(lines("counting  Counts a topic into a table.\n"));

    out.getBuffer().setLength(0);
    assertThat(run("--list", "--json")).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).toString())
        .isEqualTo(
            "[{\"name\":\"counting\",\"summary\":\"Counts a topic into a table.\",\"options\":["
                + "{\"name\":\"table\",\"value\":\"VALUE\",\"description\":\"Where it goes.\","
                + "\"default\":null,\"required\":true},"
                + "{\"name\":\"topic\",\"value\":\"VALUE\",\"description\":\"What is counted, of 100"
                + " % of the rows.\",\"default\":null,\"required\":true},"
                + "{\"name\":\"ending\",\"value\":\"WELL|BADLY\",\"description\":\"How it ends.\","
                + "\"default\":\"WELL\",\"required\":false},"
                + "{\"name\":\"most\",\"value\":\"NUMBER\",\"description\":\"How many at most.\","
                + "\"default\":\"10\",\"required\":false},"
                + "{\"name\":\"twice\",\"value\":\"true|false\",\"description\":\"Whether to count"
                + " twice. Default: only on Sundays.\",\"default\":\"false\",\"required\":false}]}]");
  }

  @Test
  void helpOfAPipeline_tellsItsOptions() {
    assertThat(run("counting", "--help")).isZero();

    assertThat(out.toString())
        .isEqualTo(
            lines(
                """
                Usage: slicewise run counting --table=VALUE --topic=VALUE [--ending=WELL|BADLY]
                                              [--most=NUMBER] [--twice=true|false]
                Counts a topic into a table.

                      --table=VALUE         Where it goes.
                      --topic=VALUE         What is counted, of 100 % of the rows.
                      --ending=WELL|BADLY   How it ends. Default: WELL.
                      --most=NUMBER         How many at most. Default: 10.
                      --twice=true|false    Whether to count twice. Default: only on Sundays.

                The options of Beam may be given, too, such as --runner=FlinkRunner (the
                default is DirectRunner) and --flinkMaster=HOST:PORT.
                """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --topic=a                            | --table: is missing. Where it goes.
          --most=3                             | --table, --topic: are missing.
          --topik=a --table=t                  | --topik: unknown option. Did you mean --topic?
          --topic=a --table=t --flinkMastr=x   | --flinkMastr: unknown option. Did you mean --flinkMaster?
          --topic=a --table=t --zzzzzzzzzzzz=1 | --zzzzzzzzzzzz: unknown option.
          --topic=a --table=t --topic=b        | --topic: is given twice. Leave one out.
          --topic=a table                      | table: is no option. Write --option=value.
          --topic=a --table=t --most=200       | --most=200: must be at most 100.
          """)
  void whatCannotBeUsed_isToldOnOneLine(String options, String message) {
    int status = run(("counting " + options).split(" ", -1));

    assertThat(err.toString())
        .isEqualTo(lines("run counting: " + message + " Try run counting --help.\n"));
    assertThat(status).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"--most=many,--most=many", "--ending=SOON,--ending=SOON"})
  void valueOfAnotherType_isToldOnOneLine_withItsOption(String option, String named) {
    int status = run("counting", "--topic=a", "--table=t", option);

    assertThat(err.toString().strip()).startsWith("run counting: " + named + ": ").hasLineCount(1);
    assertThat(status).isEqualTo(2);
  }

  @Test
  void pipelineThatFails_isToldOnOneLine_byItsRoot() {
    int status = run("counting", "--topic=a", "--table=t", "--ending=BADLY");

    assertThat(err.toString())
        .isEqualTo(lines("run counting: java.io.IOException: the disk is full\n"));
    assertThat(status).isEqualTo(1);
  }

  @Test
  void unknownPipeline_isToldWithWhatThereIs() {
    assertThat(run("countin")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo("countin: no such pipeline. Did you mean counting? It must be one of counting.");
  }

  @Test
  void noPipeline_isToldWithWhatThereIs() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("PIPELINE is missing. It must be one of counting.");
  }
}
