package io.slicewise.oracle;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The books of what the engine shows and takes back. Retracting, every pane but a window's first
 * follows at once on a withdrawal of what the window shows; otherwise nothing is withdrawn. In the
 * end the values shown less those withdrawn are those of the window's last pane.
 */
final class Balance {
  private final boolean retracting;
  private final AggregateSpec.Kind kind;
  private final Map<List<Object>, Account> accounts = new HashMap<>();

  /** One window of one key. */
  private static final class Account {
    /** What the last pane shows, and null after its withdrawal. */
    private Object shown;

    private Object last;
    private long sum;
    private final List<Object> values = new ArrayList<>();
    private boolean hasPane;
    private FiredPane<Object> withdrawal;
  }

  Balance(Scenario scenario) {
    this.retracting = scenario.accumulation() == Scenario.Accumulation.RETRACTING;
    this.kind = scenario.aggregate().kind();
  }

  /** Books {@code panes}, which came out of one step of {@code key}. */
  void check(String key, List<FiredPane<Object>> panes) {
    TimeWindow withdrawn = null;
    for (FiredPane<Object> pane : panes) {
      Account account =
          accounts.computeIfAbsent(
              List.of(key, pane.windowSpec(), pane.window()), unused -> new Account());
      require(withdrawn == null || withdrawn.equals(pane.window()), "not replaced at once", pane);
      if (pane.isRetraction()) {
        withdraw(account, pane);
      } else if (retracting) {
        show(account, pane);
      }
      withdrawn = pane.isRetraction() ? pane.window() : null;
    }
    require(withdrawn == null, "not replaced at once", withdrawn);
  }

  private void withdraw(Account account, FiredPane<Object> pane) {
    require(retracting, "withdrawn though not retracting", pane);
    require(account.shown != null, "withdrawn but not shown", pane);
    // the same elements, perhaps in another order
    require(kind == AggregateSpec.Kind.LIST || account.shown.equals(pane.value()), "other", pane);
    add(account, pane.value(), -1);
    account.shown = null;
    account.withdrawal = pane;
  }

  private void show(Account account, FiredPane<Object> pane) {
    require(account.shown == null, "replaced but not withdrawn", pane);
    if (account.hasPane) {
      require(
          account.withdrawal.index() == pane.index()
              && account.withdrawal.timing() == pane.timing(),
          "index or timing of the withdrawal",
          pane);
    }
    add(account, pane.value(), 1);
    account.shown = pane.value();
    account.last = pane.value();
    account.hasPane = true;
  }

  private void add(Account account, Object value, int sign) {
    if (value instanceof Long && kind == AggregateSpec.Kind.SUM) {
      account.sum += sign * (Long) value;
    } else if (kind == AggregateSpec.Kind.LIST) {
      for (Object element : (List<?>) value) {
        if (sign > 0) {
          account.values.add(element);
        } else {
          require(account.values.remove(element), "withdrawn but not shown", element);
        }
      }
    }
  }

  /** Checks that all values shown less those withdrawn are those of the last panes. */
  void checkEnd() {
    for (Map.Entry<List<Object>, Account> entry : accounts.entrySet()) {
      Account account = entry.getValue();
      boolean balanced = !retracting || account.shown != null;
      if (account.last instanceof Long && kind == AggregateSpec.Kind.SUM) {
        balanced &= account.last.equals(account.sum);
      } else if (retracting && kind == AggregateSpec.Kind.LIST) {
        List<Object> rest = new ArrayList<>(account.values);
        for (Object element : (List<?>) account.last) {
          balanced &= rest.remove(element);
        }
        balanced &= rest.isEmpty();
      }
      require(balanced, "signed values are not the last pane's", entry.getKey());
    }
  }

  private static void require(boolean condition, String problem, Object where) {
    if (!condition) {
      throw new IllegalStateException(problem + ": " + where);
    }
  }
}
