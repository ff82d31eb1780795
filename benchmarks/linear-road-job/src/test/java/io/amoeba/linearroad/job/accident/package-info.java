/** Tests; single-threaded. */
@NullMarked
package io.amoeba.linearroad.job.accident;

import org.jspecify.annotations.NullMarked;
