package io.slicewise.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Suite. */
@Command(name = "suite")
final class SuiteCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return 0;
  }
}
