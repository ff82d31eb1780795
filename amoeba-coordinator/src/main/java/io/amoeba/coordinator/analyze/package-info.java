/**
 * What is wrong in a snapshot: pure functions from records to symptoms, safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.analyze;

import org.jspecify.annotations.NullMarked;
