/** Accidents and the segments they affect (rules 9 and 10). Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.accident;

import org.jspecify.annotations.NullMarked;
