/**
 * The store of a key's slices, and the folds that make the aggregate of a window of it.
 *
 * <p>Start at {@link io.slicewise.core.slice.SliceStore} and {@link
 * io.slicewise.core.slice.WindowFold}.
 *
 * <pre>
 * store   page 0           page 1           page 2           page 3
 *         |s|s|s|s|s|s|    |s|s|s|s|s|s|    |s|s|s|s|s|s|    |s|s|s|s|...
 *              \_suffix/   \________ runs of pages ____/     \prefix/
 * window       [------------------------------------------------------)
 * </pre>
 */
package io.slicewise.core.slice;
