package io.slicewise.beam;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * A pane, or the retraction of one: what {@link SlicedWindowAggregate#retractingFiredPanes} gives.
 *
 * <pre>
 * window [0, 10) of a sum   elements 1, 2   watermark 10     3, late
 * out                                       PANE 3           RETRACTION 3, PANE 6
 * </pre>
 *
 * <p>A retraction comes right before the pane that replaces the retracted one, and has the window,
 * the timestamp and the {@link PaneInfo} of that new pane, except that it is not {@code isLast}.
 *
 * <p>A session that becomes part of a longer one is retracted in its own window, right before the
 * first pane of the longer one:
 *
 * <pre>
 * sessions, gap 5   sum of 1 at 0, 2 at 8      3 at 4, late
 * out               PANE 1 in [0, 5)           RETRACTION 1 in [0, 5), RETRACTION 2 in [8, 13),
 *                   PANE 2 in [8, 13)          PANE 6 in [0, 13)
 * </pre>
 *
 * <p>Its timestamp is at most the end of its own window, so such a retraction may be late for what
 * comes next although the pane is not. It is not too late there, with the same allowed lateness:
 * the output watermark waits for it.
 *
 * @param value the aggregate of the pane, or of the earlier pane that is taken back; may be null if
 *     the function's results may
 * @param kind which of the two it is
 * @param <O> the type of the aggregate
 */
public record Change<O>(O value, Kind kind) {

  /** What a change is. */
  public enum Kind {
    /** A pane. */
    PANE,
    /** The value of the window's pane before, taken back. */
    RETRACTION
  }

  /**
   * A change.
   *
   * @param value the aggregate, may be null
   * @param kind whether it is a pane or a retraction
   */
  public Change {
    Objects.requireNonNull(kind, "kind");
  }

  /**
   * Whether the value is taken back.
   *
   * @return whether the kind is {@link Kind#RETRACTION}
   */
  public boolean isRetraction() {
    return kind == Kind.RETRACTION;
  }

  /**
   * The coder of changes, for results whose coder Beam cannot infer.
   *
   * @param valueCoder the coder of the values
   * @param <O> the type of the values
   * @return a coder
   */
  public static <O> Coder<Change<O>> coder(Coder<O> valueCoder) {
    return new ChangeCoder<>(Objects.requireNonNull(valueCoder, "valueCoder"));
  }

  /**
   * Changes as numbers that add up to the latest pane: a pane as its value, a retraction as the
   * negative of its own. Windows, timestamps and pane infos stay.
   *
   * @param <K> the type of the keys
   * @return a transform
   */
  public static <K>
      PTransform<PCollection<KV<K, Change<Long>>>, PCollection<KV<K, Long>>> signedLongs() {
    return new ChangeTransforms.Signed<>(VarLongCoder.of(), Math::negateExact);
  }

  /**
   * As {@link #signedLongs}, for doubles, whose sums may be off by rounding.
   *
   * @param <K> the type of the keys
   * @return a transform
   */
  public static <K>
      PTransform<PCollection<KV<K, Change<Double>>>, PCollection<KV<K, Double>>> signedDoubles() {
    return new ChangeTransforms.Signed<>(DoubleCoder.of(), value -> -value);
  }

  /**
   * Panes alone, for a sink that overwrites what it has for a key and window: retractions are
   * dropped. Windows, timestamps and pane infos stay; the pane index tells which of two values of a
   * key and window is the newer. A session that became part of a longer one is not overwritten by
   * it, as its window is another: such a sink has to delete what is retracted.
   *
   * @param <K> the type of the keys
   * @param <O> the type of the aggregates
   * @return a transform
   */
  public static <K, O> PTransform<PCollection<KV<K, Change<O>>>, PCollection<KV<K, O>>> upserts() {
    return new ChangeTransforms.Upserts<>();
  }

  /**
   * Changes as rows, for SQL and for sinks that take rows. The schema is
   *
   * <pre>
   * key          keyType
   * value        valueType, may be null
   * kind         STRING, PANE or RETRACTION
   * windowStart  DATETIME, null for the global window
   * windowEnd    DATETIME, the first instant after the window, null for the global window
   * timing       STRING, EARLY, ON_TIME or LATE
   * paneIndex    INT64, counts the panes of a key and window from 0
   * </pre>
   *
   * @param keyType the type of the keys
   * @param valueType the type of the aggregates
   * @param <K> the type of the keys
   * @param <O> the type of the aggregates
   * @return a transform
   */
  public static <K, O> PTransform<PCollection<KV<K, Change<O>>>, PCollection<Row>> rows(
      Schema.FieldType keyType, Schema.FieldType valueType) {
    return new ChangeRows<>(
        Objects.requireNonNull(keyType, "keyType"), Objects.requireNonNull(valueType, "valueType"));
  }
}
