package io.slicewise.beam;

import static org.apache.beam.sdk.transforms.errorhandling.BadRecordRouter.BAD_RECORD_TAG;

import java.io.IOException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Takes out elements that would fail whatever else is in their windows: those that cannot be
 * encoded or decoded, that the function does not take into a new accumulator, or whose accumulator
 * cannot be encoded or decoded. The others stay as they are; the bad records are in the global
 * window, so that one handler takes those of inputs in different windows.
 *
 * <p>It stands before all other steps, so that these are as if the bad ones had never been there.
 *
 * @param <T> the type of the elements
 * @param <V> the type of what is aggregated of them
 */
final class CheckElements<T, V> extends PTransform<PCollection<T>, PCollection<T>> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<T, V> valueOf;
  private final CombineFnAggregate<V, ?, ?> function;
  private final ErrorHandler<BadRecord, ?> handler;

  /**
   * A check of what {@code function} does with elements.
   *
   * @param valueOf what is aggregated of an element
   * @param handler takes the bad records
   */
  CheckElements(
      SerializableFunction<T, V> valueOf,
      CombineFnAggregate<V, ?, ?> function,
      ErrorHandler<BadRecord, ?> handler) {
    this.valueOf = valueOf;
    this.function = function;
    this.handler = handler;
  }

  @Override
  public PCollection<T> expand(PCollection<T> input) {
    TupleTag<T> goodTag = TryEach.goodTag();
    PCollectionTuple checked =
        input.apply(
            "Try each",
            ParDo.of(new TryEach<>(input.getCoder(), valueOf, function))
                .withOutputTags(goodTag, TupleTagList.of(BAD_RECORD_TAG)));
    PCollection<BadRecord> bad =
        checked.get(BAD_RECORD_TAG).setCoder(BadRecord.getCoder(input.getPipeline()));
    handler.addErrorCollection(SliceSteps.inGlobalWindow(bad));
    return checked
        .get(goodTag)
        .setCoder(input.getCoder())
        .setTypeDescriptor(input.getTypeDescriptor());
  }

  /** Gives each element to one of two outputs. */
  private static final class TryEach<T, V, A> extends DoFn<T, T> {
    private static final long serialVersionUID = 1L;

    private final Coder<T> coder;
    private final SerializableFunction<T, V> valueOf;
    private final CombineFnAggregate<V, A, ?> function;

    private TryEach(
        Coder<T> coder, SerializableFunction<T, V> valueOf, CombineFnAggregate<V, A, ?> function) {
      this.coder = coder;
      this.valueOf = valueOf;
      this.function = function;
    }

    static <T> TupleTag<T> goodTag() {
      return new TupleTag<>("good");
    }

    @ProcessElement
    public void processElement(@Element T element, MultiOutputReceiver outputs) throws IOException {
      // fails for all elements or for none
      A empty = function.create();
      byte[] encoded = null;
      String attempt = "encode the element with " + coder;
      try {
        encoded = CoderUtils.encodeToByteArray(coder, element);
        attempt = "decode the element with " + coder;
        // the function gets a copy, as it may keep what it is given
        V value = valueOf.apply(CoderUtils.decodeFromByteArray(coder, encoded));
        attempt = "add the value to a new accumulator";
        A accumulator = function.add(empty, value);
        attempt = "encode the accumulator of the value with " + function.accumulatorCoder();
        byte[] encodedAccumulator = function.encode(accumulator);
        attempt = "decode the accumulator of the value with " + function.accumulatorCoder();
        function.decode(encodedAccumulator);
      } catch (Exception e) {
        outputs.get(BAD_RECORD_TAG).output(badRecord(element, encoded, e, attempt));
        return;
      }
      TupleTag<T> goodTag = goodTag();
      outputs.get(goodTag).output(element);
    }

    /** As Beam makes them, but also of what is null or cannot be encoded. */
    private BadRecord badRecord(T element, byte[] encodedOrNull, Exception e, String attempt)
        throws IOException {
      return BadRecord.builder()
          .setRecord(
              BadRecord.Record.builder()
                  .addHumanReadableJson(element)
                  .setCoder(coder.toString())
                  .setEncodedRecord(encodedOrNull)
                  .build())
          .setFailure(
              BadRecord.Failure.builder()
                  .setException(e.toString())
                  .addExceptionStackTrace(e)
                  .setDescription("Could not " + attempt + ".")
                  .build())
          .build();
    }
  }
}
