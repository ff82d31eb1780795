/** Clusters that change under load. Confined to one thread unless a type says otherwise. */
@NullMarked
package io.amoeba.streaming.checks.scenario;

import org.jspecify.annotations.NullMarked;
