package io.slicewise.oracle;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The books of what the engine shows and takes back. Retracting, every pane but a window's first
 * follows at once on a withdrawal of what the window shows; otherwise nothing is withdrawn. In the
 * end the values shown less those withdrawn are those of the window's last pane. A session's pane
 * also follows on withdrawals of what the sessions show that it is made of, of which nothing is
 * left.
 */
final class Balance {
  private final boolean retracting;
  private final List<WindowSpec> windows;
  private final AggregateSpec.Kind kind;
  private final Map<List<Object>, Account> accounts = new HashMap<>();

  /** One window of one key. */
  private static final class Account {
    /** What the last pane shows, and null after its withdrawal. */
    private Object shown;

    private Object last;
    private long sum;
    private final List<Object> values = new ArrayList<>();

    /** Whether a session has taken the place of this one. */
    private boolean merged;
  }

  Balance(Scenario scenario) {
    this.retracting = scenario.accumulation() == Scenario.Accumulation.RETRACTING;
    this.windows = scenario.windows();
    this.kind = scenario.aggregate().kind();
  }

  /** Books {@code panes}, which came out of one step of {@code key}. */
  void check(String key, List<FiredPane<Object>> panes) {
    List<FiredPane<Object>> withdrawals = new ArrayList<>();
    for (FiredPane<Object> pane : panes) {
      if (pane.isRetraction()) {
        withdraw(accountOf(key, pane), pane);
        withdrawals.add(pane);
        continue;
      }
      for (FiredPane<Object> withdrawal : withdrawals) {
        require(belong(withdrawal, pane), "not replaced at once", withdrawal);
        accountOf(key, withdrawal).merged = !withdrawal.window().equals(pane.window());
      }
      withdrawals.clear();
      if (retracting) {
        show(accountOf(key, pane), pane);
      }
    }
    require(withdrawals.isEmpty(), "not replaced at once", withdrawals);
  }

  private Account accountOf(String key, FiredPane<Object> pane) {
    return accounts.computeIfAbsent(
        List.of(key, pane.windowSpec(), pane.window()), unused -> new Account());
  }

  private boolean belong(FiredPane<Object> withdrawal, FiredPane<Object> pane) {
    TimeWindow window = pane.window();
    TimeWindow old = withdrawal.window();
    boolean holds =
        windows.get(pane.windowSpec()) instanceof WindowSpec.Sessions
            ? window.startMillis() <= old.startMillis() && old.endMillis() <= window.endMillis()
            : window.equals(old);
    return holds
        && withdrawal.windowSpec() == pane.windowSpec()
        && withdrawal.index() == pane.index()
        && withdrawal.timing() == pane.timing();
  }

  private void withdraw(Account account, FiredPane<Object> pane) {
    require(retracting, "withdrawn though not retracting", pane);
    require(account.shown != null, "withdrawn but not shown", pane);
    // the same elements, perhaps in another order
    require(kind == AggregateSpec.Kind.LIST || account.shown.equals(pane.value()), "other", pane);
    add(account, pane.value(), -1);
    account.shown = null;
  }

  private void show(Account account, FiredPane<Object> pane) {
    require(account.shown == null, "replaced but not withdrawn", pane);
    add(account, pane.value(), 1);
    account.shown = pane.value();
    account.last = pane.value();
  }

  private void add(Account account, Object value, int sign) {
    if (value instanceof Long number && kind == AggregateSpec.Kind.SUM) {
      account.sum += sign * number;
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
      if (account.merged) {
        balanced = account.shown == null && account.sum == 0 && account.values.isEmpty();
      } else if (account.last instanceof Long && kind == AggregateSpec.Kind.SUM) {
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
