package io.slicewise.pipelines.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.beam.sdk.util.CoderUtils;

/** When records arrived, and where they are: two numbers for each. */
final class Arrivals {
  private static final int START = 1_024;

  private long[] arrivals = new long[START];
  private long[] offsets = new long[START];
  private int count;

  void add(long arrivalMillis, long offset) {
    if (count == arrivals.length) {
      arrivals = Arrays.copyOf(arrivals, 2 * count);
      offsets = Arrays.copyOf(offsets, 2 * count);
    }
    arrivals[count] = arrivalMillis;
    offsets[count] = offset;
    count++;
  }

  /** Copies the records of a replay file, in the order of arrival; equal ones as they were. */
  void copyInOrder(Path from, ChunkFile to) throws IOException {
    int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingLong(i -> arrivals[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    try (RandomAccessFile in = new RandomAccessFile(from.toFile(), "r")) {
      for (int record : order) {
        in.seek(offsets[record]);
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        to.add(CoderUtils.decodeFromByteArray(SpooledRecord.coder(), bytes));
      }
    }
  }
}
