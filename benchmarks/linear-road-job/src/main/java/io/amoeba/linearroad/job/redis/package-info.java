/** Functions that ask Redis in batches. Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.redis;

import org.jspecify.annotations.NullMarked;
