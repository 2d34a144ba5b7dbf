package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.window.SessionWindows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionStateCodecTest {
  /**
   * After the version, the fingerprint, the lateness, the watermark, the number of sessions and its
   * start.
   */
  private static final int LENGTH_OF_FIRST_SESSION = 11;

  private final Joining function = new Joining();
  private final WindowingSpec spec =
      Specs.sessions(5)
          .lateness(100)
          .retracting()
          .trigger(
              new EarlyAndLate(
                  new AfterFirst(List.of(new AfterPane(2), new AfterProcessingTime(List.of()))),
                  Optional.of(new AfterPane(1))))
          .timestamps(TimestampCombiner.EARLIEST)
          .spec();
  private final KeyStateCodec codec = WindowedAggregation.of(spec).codec(function);

  /** Two sessions: one that has shown something, with a new element, and one that has not. */
  private KeyState stateWithEverything() {
    KeyEngine<Object, String> engine = WindowedAggregation.of(spec).engine(function);
    KeyState state = engine.newState();
    engine.onElement(state, "a", -3, new Clocks(-10, 5));
    engine.onElement(state, "b", -3, new Clocks(-10, 6));
    engine.onElement(state, "c", -3, new Clocks(-8, 7));
    engine.onElement(state, "d", 20, new Clocks(-8, 8));
    return state;
  }

  private byte[] written(KeyState state) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(state, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private KeyState read(byte[] bytes) throws IOException {
    return codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Test
  void bytesOfARestoredState_areTheSame() throws IOException {
    byte[] bytes = written(stateWithEverything());
    assertThat(written(read(bytes))).isEqualTo(bytes);
  }

  @Test
  void inclusiveGap_isAnotherWindowing() {
    assertThat(Specs.sessions(5).spec().fingerprint())
        .isNotEqualTo(Specs.sessions(6).spec().fingerprint())
        .isNotEqualTo(Specs.of(new SessionWindows(5, true)).spec().fingerprint());
  }

  @Test
  void sessionWithoutLength_isRefused() throws IOException {
    byte[] bytes = written(stateWithEverything());
    bytes[LENGTH_OF_FIRST_SESSION] = 0;
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessage("State is corrupt: the length of a session is 0 ms");
  }
}
