package io.slicewise.pipelines.scenario.aggregate;

import java.util.Comparator;
import java.util.PrimitiveIterator;

/** Strings in order of their code points; {@code String.compareTo} goes by UTF-16 units. */
enum CodePointOrder implements Comparator<String> {
  INSTANCE;

  @Override
  public int compare(String left, String right) {
    PrimitiveIterator.OfInt lefts = left.codePoints().iterator();
    PrimitiveIterator.OfInt rights = right.codePoints().iterator();
    while (lefts.hasNext() && rights.hasNext()) {
      int byCodePoint = Integer.compare(lefts.nextInt(), rights.nextInt());
      if (byCodePoint != 0) {
        return byCodePoint;
      }
    }
    return Boolean.compare(lefts.hasNext(), rights.hasNext());
  }
}
