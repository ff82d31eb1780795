/**
 * Clients that write and read without a pause while a cluster changes, and record what they see.
 * Safe for concurrent use unless a type says otherwise.
 */
@NullMarked
package io.amoeba.streaming.checks.workload;

import org.jspecify.annotations.NullMarked;
