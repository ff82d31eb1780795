/** Tests; single-threaded. */
@NullMarked
package io.amoeba.linearroad.job.type;

import org.jspecify.annotations.NullMarked;
