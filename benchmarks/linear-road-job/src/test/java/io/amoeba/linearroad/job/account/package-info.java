/** Tests; single-threaded. */
@NullMarked
package io.amoeba.linearroad.job.account;

import org.jspecify.annotations.NullMarked;
