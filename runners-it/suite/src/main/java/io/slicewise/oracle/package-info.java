/**
 * What must come out of a scenario, computed without the engine: by Beam's own {@code
 * ReduceFnRunner}, and from all elements by the definition; and random scenarios to ask it of.
 */
package io.slicewise.oracle;
