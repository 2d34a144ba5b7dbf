package org.apache.beam.fn.harness;

import io.slicewise.beam.FakeTimer;

/** A timer of the package by which timers of the Fn API harness are known. */
public final class HarnessTimer extends FakeTimer {}
