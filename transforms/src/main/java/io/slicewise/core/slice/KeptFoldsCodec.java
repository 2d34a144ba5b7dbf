package io.slicewise.core.slice;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The bytes of the folds that a {@link SliceStore} keeps: a byte for each page and one for the
 * store if there are none. They spare the next firing to compute them again; what comes out does
 * not depend on them.
 *
 * @param <A> the type of the accumulators
 */
final class KeptFoldsCodec<A> {
  private static final int HAS_PREFIX = 1;
  private static final int HAS_SUFFIXES = 2;

  private static final int HAS_SUFFIXED_PAGES = 1;
  private static final int HAS_RUNS = 2;
  private static final int HAS_RUNNING_FOLDS = 4;

  private final PartialCodec<A> partials;

  KeptFoldsCodec(PartialCodec<A> partials) {
    this.partials = partials;
  }

  void writePage(PageFolds<A> folds, DataOutput out) throws IOException {
    boolean hasPrefix = folds.prefix() != null;
    boolean hasSuffixes = !folds.suffixes().isEmpty();
    out.writeByte((hasPrefix ? HAS_PREFIX : 0) | (hasSuffixes ? HAS_SUFFIXES : 0));
    if (hasPrefix) {
      VarLongs.write(folds.prefixLength(), out);
      partials.write(folds.prefix(), out);
    }
    if (hasSuffixes) {
      VarLongs.write(folds.suffixes().size(), out);
      for (Partial<A> suffix : folds.suffixes()) {
        partials.write(suffix, out);
      }
    }
  }

  PageFolds<A> readPage(DataInput in) throws IOException {
    PageFolds<A> folds = new PageFolds<>();
    int flags = in.readByte();
    if ((flags & HAS_PREFIX) != 0) {
      int length = VarLongs.readSize(in);
      folds.restorePrefix(partials.read(in), length);
    }
    if ((flags & HAS_SUFFIXES) != 0) {
      int suffixCount = VarLongs.readSize(in);
      for (int i = 0; i < suffixCount; i++) {
        folds.suffixes().add(partials.read(in));
      }
    }
    return folds;
  }

  void writeStore(SliceStore<A> store, DataOutput out) throws IOException {
    boolean hasRuns = store.hasRuns();
    boolean hasRunningFolds = store.hasRunningFolds();
    out.writeByte(
        (store.suffixedPages().isEmpty() ? 0 : HAS_SUFFIXED_PAGES)
            | (hasRuns ? HAS_RUNS : 0)
            | (hasRunningFolds ? HAS_RUNNING_FOLDS : 0));
    if (!store.suffixedPages().isEmpty()) {
      VarLongs.write(store.suffixedPages().size(), out);
      for (long page : store.suffixedPages()) {
        VarLongs.write(page, out);
      }
    }
    if (hasRuns) {
      VarLongs.write(store.runs().pivot(), out);
      writeStack(store.runs().before(), store.runs().pivot(), out);
      writeStack(store.runs().after(), store.runs().pivot(), out);
    }
    if (hasRunningFolds) {
      writeRunning(store.runningFolds(), out);
    }
  }

  void readStore(SliceStore<A> store, DataInput in) throws IOException {
    int flags = in.readByte();
    if ((flags & HAS_SUFFIXED_PAGES) != 0) {
      int pageCount = VarLongs.readSize(in);
      for (int i = 0; i < pageCount; i++) {
        store.suffixedPages().add(VarLongs.read(in));
      }
    }
    if ((flags & HAS_RUNS) != 0) {
      PageRuns<A> runs = store.runs();
      runs.pivotAt(VarLongs.read(in));
      readStack(runs.before(), runs.pivot(), in);
      readStack(runs.after(), runs.pivot(), in);
    }
    if ((flags & HAS_RUNNING_FOLDS) != 0) {
      readRunning(store.runningFolds(), in);
    }
  }

  private void writeStack(NavigableMap<Long, Partial<A>> stack, long pivot, DataOutput out)
      throws IOException {
    VarLongs.write(stack.size(), out);
    for (Map.Entry<Long, Partial<A>> entry : stack.entrySet()) {
      VarLongs.write(entry.getKey() - pivot, out);
      partials.write(entry.getValue(), out);
    }
  }

  private void readStack(NavigableMap<Long, Partial<A>> stack, long pivot, DataInput in)
      throws IOException {
    int size = VarLongs.readSize(in);
    for (int i = 0; i < size; i++) {
      long page = pivot + VarLongs.read(in);
      stack.put(page, partials.read(in));
    }
  }

  private void writeRunning(RunningFolds<A> running, DataOutput out) throws IOException {
    VarLongs.write(running.folds().size(), out);
    for (Map.Entry<Integer, RunningFold<A>> entry : running.folds().entrySet()) {
      RunningFold<A> fold = entry.getValue();
      VarLongs.write(entry.getKey(), out);
      VarLongs.write(fold.from(), out);
      VarLongs.write(fold.to() - fold.from(), out);
      partials.write(fold.partial(), out);
    }
  }

  private void readRunning(RunningFolds<A> running, DataInput in) throws IOException {
    int count = VarLongs.readSize(in);
    for (int i = 0; i < count; i++) {
      int windowSpec = VarLongs.readSize(in);
      long from = VarLongs.read(in);
      long to = from + VarLongs.read(in);
      running.folds().put(windowSpec, new RunningFold<>(from, to, partials.read(in)));
    }
  }
}
