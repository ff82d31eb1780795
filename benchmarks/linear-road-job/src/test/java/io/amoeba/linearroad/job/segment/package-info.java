/** Tests; single-threaded. */
@NullMarked
package io.amoeba.linearroad.job.segment;

import org.jspecify.annotations.NullMarked;
