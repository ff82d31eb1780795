/** What operators see and turn: MXBean, virtual table, metrics. Safe for concurrent use. */
@NullMarked
package io.amoeba.streaming.operator;

import org.jspecify.annotations.NullMarked;
