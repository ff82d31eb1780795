/** Tests of the package. Each test runs on one thread. */
@NullMarked
package io.amoeba.streaming.checks.workload;

import org.jspecify.annotations.NullMarked;
