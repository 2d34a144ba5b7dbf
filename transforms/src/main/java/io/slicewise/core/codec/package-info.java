/** The smallest parts of the state format. */
package io.slicewise.core.codec;
