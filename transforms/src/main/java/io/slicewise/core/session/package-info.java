/**
 * Session windows: what is stored of a key are its sessions themselves, which merge when elements
 * come between them.
 *
 * <p>Start at {@link io.slicewise.core.session.SessionGroup}.
 *
 * <pre>
 * element, watermark,    SessionGroup --- SessionMerge    sessions that an element makes one
 * processing time   ---->      |      \-- SessionFiring   trigger, pane, withdrawals
 *                              v
 *                         SessionState --- Session        interval, trigger, hold, timers
 *                                              \-- SessionContent   accumulators
 * </pre>
 */
package io.slicewise.core.session;
