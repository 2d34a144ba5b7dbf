package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @TempDir Path folder;
  private final StringWriter err = new StringWriter();

  /** A jar's main class: writes its arguments down and ends with their number as exit status. */
  public static final class WriteArguments {
    private WriteArguments() {}

    public static void main(String[] args) throws IOException {
      Files.writeString(Path.of(args[0]), String.join("|", args));
      System.exit(args.length);
    }
  }

  private int slicewise(String... args) {
    return Slicewise.execute(
        Slicewise.commandLine(),
        new PrintWriter(new StringWriter()),
        new PrintWriter(err, true),
        args);
  }

  @Test
  void argumentsGoToTheJar_andItsExitStatusComesBack() throws IOException {
    Path written = folder.resolve("arguments.txt");

    int status = slicewise("bench", "--jar=" + jar(), "--", "" + written, "--engine=sliced", "-h");

    assertThat(err.toString()).isEmpty();
    assertThat(Files.readString(written)).isEqualTo(written + "|--engine=sliced|-h");
    assertThat(status).isEqualTo(3);
  }

  private Path jar() throws IOException {
    Path jar = folder.resolve("bench.jar");
    String main = WriteArguments.class.getName();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    String file = main.replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        InputStream code = WriteArguments.class.getResourceAsStream("/" + file)) {
      entries.putNextEntry(new JarEntry(file));
      code.transferTo(entries);
    }
    return jar;
  }

  @Test
  void jarThatIsNotThere_isToldWithHowToBuildIt() {
    assertThat(slicewise("bench", "--jar=no.jar", "suite")).isEqualTo(2);
    assertThat(err.toString().strip())
        .isEqualTo(
            "slicewise bench: --jar=no.jar: no such file. Build it with mvn -B -q -Pbench"
                + " -DskipTests package, in the folder of the project. Try slicewise bench --help.");
  }
}
