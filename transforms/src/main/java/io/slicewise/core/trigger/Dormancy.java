package io.slicewise.core.trigger;

import io.slicewise.core.trigger.TriggerSpec.AfterAll;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import java.util.List;

/**
 * Tells from a {@link TriggerSpec} when its windows must be awake: whether they can sleep until
 * they are over, and whether a timer left over from an earlier firing may still find them ready.
 */
final class Dormancy {
  private Dormancy() {}

  /** Whether elements before the end of a window leave no trace but the wish to be woken at it. */
  static boolean isDormantUntilEnd(TriggerSpec spec) {
    return ignoresElementsBeforeEnd(spec) && armsEndOfWindow(spec);
  }

  private static boolean ignoresElementsBeforeEnd(TriggerSpec spec) {
    if (spec instanceof EarlyAndLate earlyAndLate) {
      return ignoresElementsBeforeEnd(earlyAndLate.early());
    } else if (spec instanceof Repeatedly repeatedly) {
      return ignoresElementsBeforeEnd(repeatedly.of());
    } else if (spec instanceof OrFinally orFinally) {
      return ignoresElementsBeforeEnd(orFinally.main())
          && ignoresElementsBeforeEnd(orFinally.until());
    } else if (spec instanceof AfterEach afterEach) {
      return ignoresElementsBeforeEnd(afterEach.of().get(0));
    } else if (spec instanceof AfterFirst afterFirst) {
      return allIgnoreElementsBeforeEnd(afterFirst.of());
    } else if (spec instanceof AfterAll afterAll) {
      return allIgnoreElementsBeforeEnd(afterAll.of());
    }
    return spec instanceof DefaultTrigger
        || spec instanceof AfterEndOfWindow
        || spec instanceof Never;
  }

  /**
   * Whether the trigger may become ready without an element or a timer of its own. In Beam a window
   * is then woken by any timer that is left over from an earlier firing, so those must be kept.
   */
  static boolean mayBecomeReadyUnawares(TriggerSpec spec) {
    if (spec instanceof EarlyAndLate earlyAndLate) {
      return looksAtWatermark(earlyAndLate.early())
          || earlyAndLate.late().filter(Dormancy::looksAtWatermark).isPresent();
    }
    return looksAtWatermark(spec);
  }

  private static boolean looksAtWatermark(TriggerSpec spec) {
    if (spec instanceof Repeatedly repeatedly) {
      return looksAtWatermark(repeatedly.of());
    } else if (spec instanceof OrFinally orFinally) {
      return looksAtWatermark(orFinally.main()) || looksAtWatermark(orFinally.until());
    } else if (spec instanceof AfterEach afterEach) {
      return anyLooksAtWatermark(afterEach.of());
    } else if (spec instanceof AfterFirst afterFirst) {
      return anyLooksAtWatermark(afterFirst.of());
    } else if (spec instanceof AfterAll afterAll) {
      return anyLooksAtWatermark(afterAll.of());
    }
    return spec instanceof DefaultTrigger
        || spec instanceof AfterEndOfWindow
        || spec instanceof EarlyAndLate;
  }

  private static boolean anyLooksAtWatermark(List<TriggerSpec> specs) {
    return specs.stream().anyMatch(Dormancy::looksAtWatermark);
  }

  private static boolean allIgnoreElementsBeforeEnd(List<TriggerSpec> specs) {
    return specs.stream().allMatch(Dormancy::ignoresElementsBeforeEnd);
  }

  /** Whether a timer wakes windows at their end, even if nothing else happens. */
  static boolean armsEndOfWindow(TriggerSpec spec) {
    if (spec instanceof Repeatedly repeatedly) {
      return armsEndOfWindow(repeatedly.of());
    } else if (spec instanceof OrFinally orFinally) {
      return armsEndOfWindow(orFinally.main()) || armsEndOfWindow(orFinally.until());
    } else if (spec instanceof AfterEach afterEach) {
      return armsEndOfWindow(afterEach.of().get(0));
    } else if (spec instanceof AfterFirst afterFirst) {
      return afterFirst.of().stream().anyMatch(Dormancy::armsEndOfWindow);
    } else if (spec instanceof AfterAll afterAll) {
      return afterAll.of().stream().anyMatch(Dormancy::armsEndOfWindow);
    }
    return spec instanceof DefaultTrigger
        || spec instanceof AfterEndOfWindow
        || spec instanceof EarlyAndLate;
  }
}
