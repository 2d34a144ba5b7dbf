package io.slicewise.oracle;

import io.slicewise.core.trigger.TriggerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** Random triggers: every kind, in every place where Beam's types allow it. */
final class RandomTriggers {
  private final Random random;

  RandomTriggers(Random random) {
    this.random = random;
  }

  /** A trigger for the whole window; one that loses data only if {@code finishing}. */
  TriggerSpec next(long allowedLateness, boolean finishing) {
    while (true) {
      TriggerSpec trigger = any(random.nextInt(4));
      if (finishing || TriggerSafety.isSafe(trigger, allowedLateness)) {
        return trigger;
      }
    }
  }

  private TriggerSpec any(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(4)) {
        case 0 -> new TriggerSpec.DefaultTrigger();
        case 1 -> new TriggerSpec.Repeatedly(once(0));
        default -> once(0);
      };
    }
    return switch (random.nextInt(9)) {
      case 0 -> new TriggerSpec.DefaultTrigger();
      case 1 -> once(depth);
      case 2, 3, 4 -> earlyAndLate(depth - 1);
      case 5, 6 -> new TriggerSpec.Repeatedly(any(depth - 1));
      case 7 -> new TriggerSpec.OrFinally(any(depth - 1), once(depth - 1));
      default -> new TriggerSpec.AfterEach(some(() -> any(depth - 1)));
    };
  }

  private TriggerSpec earlyAndLate(int depth) {
    TriggerSpec early = random.nextInt(4) == 0 ? new TriggerSpec.Never() : once(depth);
    Optional<TriggerSpec> late =
        random.nextInt(4) == 0 ? Optional.empty() : Optional.of(once(depth));
    return early instanceof TriggerSpec.Never && late.isEmpty()
        ? new TriggerSpec.AfterEndOfWindow()
        : new TriggerSpec.EarlyAndLate(early, late);
  }

  private TriggerSpec once(int depth) {
    return switch (random.nextInt(depth == 0 ? 8 : 12)) {
      case 0, 1, 2 -> new TriggerSpec.AfterPane(1 + random.nextInt(4));
      case 3, 4, 5 -> afterProcessingTime();
      case 6 -> new TriggerSpec.AfterEndOfWindow();
      case 7 -> random.nextInt(3) == 0 ? new TriggerSpec.Never() : new TriggerSpec.AfterPane(2);
      case 8, 9 -> new TriggerSpec.AfterFirst(some(() -> once(depth - 1)));
      default -> new TriggerSpec.AfterAll(some(() -> once(depth - 1)));
    };
  }

  private TriggerSpec afterProcessingTime() {
    List<TriggerSpec.TimeStep> steps = new ArrayList<>();
    steps.add(new TriggerSpec.Delay(random.nextInt(8)));
    if (random.nextInt(3) == 0) {
      // an offset after the present is another thing in Beam, which does not floor there
      steps.add(new TriggerSpec.AlignTo(1 + random.nextInt(10), -random.nextInt(20)));
    }
    return new TriggerSpec.AfterProcessingTime(steps);
  }

  private List<TriggerSpec> some(Supplier<TriggerSpec> trigger) {
    List<TriggerSpec> triggers = new ArrayList<>();
    for (int i = 2 + random.nextInt(2); i > 0; i--) {
      triggers.add(trigger.get());
    }
    return triggers;
  }
}
