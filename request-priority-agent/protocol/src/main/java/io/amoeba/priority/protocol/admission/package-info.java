/**
 * Admission of low requests while high ones run. Lock-free: threads with a raised nice value take
 * part, and must not block others.
 */
@NullMarked
package io.amoeba.priority.protocol.admission;

import org.jspecify.annotations.NullMarked;
