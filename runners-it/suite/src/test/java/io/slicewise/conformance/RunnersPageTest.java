package io.slicewise.conformance;

import org.junit.jupiter.api.Test;

/** What is declared that runners cannot do is on their page, and nothing else. */
class RunnersPageTest {
  @Test
  void limits() {
    RunnersPage.checkLimits();
  }
}
