/** What operators see and turn: MXBean, virtual tables, metrics. Safe for concurrent use. */
@NullMarked
package io.amoeba.priority.operator;

import org.jspecify.annotations.NullMarked;
