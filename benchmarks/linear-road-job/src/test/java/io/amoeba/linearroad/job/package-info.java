/** Tests of the Linear Road job, on real servers. Each test is single-threaded. */
@NullMarked
package io.amoeba.linearroad.job;

import org.jspecify.annotations.NullMarked;
