/** When a large compaction may start, so that two replicas of a range do not compact at once. */
@NullMarked
package io.amoeba.shift.protocol.turns;

import org.jspecify.annotations.NullMarked;
