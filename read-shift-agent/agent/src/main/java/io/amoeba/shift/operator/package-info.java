/** What operators see and call: MXBean and virtual tables. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.operator;

import org.jspecify.annotations.NullMarked;
