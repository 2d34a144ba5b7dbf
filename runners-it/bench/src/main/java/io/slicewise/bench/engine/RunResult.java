package io.slicewise.bench.engine;

/**
 * What a run measured; null where the engine cannot tell.
 *
 * @param query what was computed
 * @param engine what computed it
 * @param runner where it ran
 * @param state where Flink kept state; null on DirectRunner
 * @param sizeMillis how long windows are, in milliseconds
 * @param periodMillis how often one starts, in milliseconds
 * @param keys how many keys there can be
 * @param events how many events were read, with the warm-up
 * @param warmupEvents how many of them were the warm-up
 * @param accumulator what a window was aggregated to
 * @param startupSeconds from the start of the program to the steady state: translation, start of
 *     the cluster and the warm-up
 * @param seconds the steady state: from the first chunk after the warm-up until the last operator
 *     has finished, all windows fired
 * @param eventsPerSecond events after the warm-up per second of the steady state
 * @param panes how many panes there were, with the warm-up; null for the floor
 * @param panesPerSecond panes of the steady state per second of it
 * @param windows how many different windows and keys fired: as many as panes unless events are late
 * @param checksum over key, end and value of the panes, whatever their order; over the last pane of
 *     each window if events are late; null for the floor, which has none
 * @param stateBytesPerKey the largest checkpoint over the keys; null without checkpoints
 * @param stateBytesPerElement bytes that RocksDB read and wrote per event, timers included; null on
 *     the heap, where state is not bytes, and without {@code --measure-state}
 * @param timersPerKey the most event-time timers at once over the keys; null in RocksDB, where
 *     their number is not known, and without {@code --measure-state}
 * @param shuffleRecords records from the task of the source to the one with the keys
 * @param shuffleBytes bytes on the same way
 * @param checkpointBytes the size of the largest checkpoint; null without checkpoints
 * @param checkpointMillis how long that took, in milliseconds
 */
public record RunResult(
    String query,
    String engine,
    String runner,
    String state,
    long sizeMillis,
    long periodMillis,
    long keys,
    long events,
    long warmupEvents,
    String accumulator,
    double startupSeconds,
    double seconds,
    double eventsPerSecond,
    Long panes,
    Double panesPerSecond,
    Long windows,
    String checksum,
    Double stateBytesPerKey,
    Double stateBytesPerElement,
    Double timersPerKey,
    Long shuffleRecords,
    Long shuffleBytes,
    Long checkpointBytes,
    Long checkpointMillis) {}
