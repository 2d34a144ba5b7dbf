package io.slicewise.pipelines.scenario;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import java.util.List;

/**
 * A window specification, a stream of events and everything that must come out. The components are
 * the fields of the JSON form, in its order.
 *
 * @param id what the scenario is called, unique and in kebab case
 * @param title what it shows, in one line
 * @param source where it comes from
 * @param aggregate what is computed of the values of a window
 * @param windows one or several window specifications over the same elements
 * @param trigger when windows fire
 * @param allowedLatenessMillis how long after its end a window still takes elements, zero or more
 * @param accumulation what a pane holds of a window that has fired before
 * @param timestampCombiner which timestamp a pane has
 * @param closingBehavior whether an expiring window fires a last pane that is empty
 * @param onTimeBehavior whether a window that ends fires a pane that is empty
 * @param events what happens, in order; the last one is a {@link Event.WatermarkEnd}
 * @param expect everything that must come out
 * @param verified how the expectation was found
 */
public record Scenario(
    String id,
    String title,
    String source,
    AggregateSpec aggregate,
    List<WindowSpec> windows,
    TriggerSpec trigger,
    long allowedLatenessMillis,
    Accumulation accumulation,
    TimestampCombiner timestampCombiner,
    FiringBehavior closingBehavior,
    FiringBehavior onTimeBehavior,
    List<Event> events,
    Expectation expect,
    String verified) {

  /** What a pane holds of a window that has fired before. */
  public enum Accumulation {
    /** Everything the window has had so far. */
    ACCUMULATING,
    /** Only what came since the window's last pane. */
    DISCARDING,
    /** Everything so far, after a withdrawal of the window's last pane. */
    RETRACTING
  }

  /** Copies the lists. */
  public Scenario {
    windows = List.copyOf(windows);
    events = List.copyOf(events);
  }

  /** What the values of all elements are: doubles as soon as one of them is, else as written. */
  public ValueType valueType() {
    return ValueType.of(events);
  }

  /** This scenario with other events, the last of which is a {@link Event.WatermarkEnd}. */
  public Scenario withEvents(List<Event> others) {
    return with(others, expect);
  }

  /** This scenario with another expectation. */
  public Scenario withExpect(Expectation other) {
    return with(events, other);
  }

  private Scenario with(List<Event> otherEvents, Expectation otherExpect) {
    return new Scenario(
        id,
        title,
        source,
        aggregate,
        windows,
        trigger,
        allowedLatenessMillis,
        accumulation,
        timestampCombiner,
        closingBehavior,
        onTimeBehavior,
        otherEvents,
        otherExpect,
        verified);
  }

  /** This scenario under another id, with other events. */
  public Scenario withEvents(String otherId, List<Event> others) {
    return new Scenario(
        otherId,
        title,
        source,
        aggregate,
        windows,
        trigger,
        allowedLatenessMillis,
        accumulation,
        timestampCombiner,
        closingBehavior,
        onTimeBehavior,
        others,
        expect,
        verified);
  }
}
