/** A job with an aligned edge, for the tests that run a real cluster. */
@NullMarked
package io.amoeba.coordinator.checks.testjob;

import org.jspecify.annotations.NullMarked;
