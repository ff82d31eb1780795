/** Large compactions wait for their rack's turn. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.compaction;

import org.jspecify.annotations.NullMarked;
