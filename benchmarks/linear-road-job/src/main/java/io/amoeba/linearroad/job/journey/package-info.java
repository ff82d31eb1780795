/** Travel time queries (rule 13). Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.journey;

import org.jspecify.annotations.NullMarked;
