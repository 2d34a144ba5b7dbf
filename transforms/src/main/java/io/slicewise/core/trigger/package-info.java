/**
 * When a window fires: trigger trees as values, and the machine that runs them for one window.
 *
 * <p>Start at {@link io.slicewise.core.trigger.TriggerSpec} and {@link
 * io.slicewise.core.trigger.TriggerMachine}. Not here: what a pane holds ({@code slice}) and how it
 * is described ({@code pane}).
 */
package io.slicewise.core.trigger;
