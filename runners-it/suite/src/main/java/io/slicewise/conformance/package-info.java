/** What every runner is held against: the scenarios, and what it declares that it cannot do. */
package io.slicewise.conformance;
