/** What to change about it: pure functions from symptoms to plans, safe for concurrent use. */
@NullMarked
package io.amoeba.coordinator.plan;

import org.jspecify.annotations.NullMarked;
