/**
 * Clients of experiments: loops that send requests without waiting for a thread, and the log of
 * their answers. Who is safe for concurrent use says so.
 */
@NullMarked
package io.amoeba.experiments.loops;

import org.jspecify.annotations.NullMarked;
