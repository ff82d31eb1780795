/**
 * The placement protocol: its messages as immutable values, and their text forms. Coordinator and
 * task managers share it, so that there is one definition. Knows neither Flink nor HTTP, and shows
 * no type of its JSON library, which the published jar renames. Everything is safe for concurrent
 * use. Source: docs/placement-protocol.md.
 */
@NullMarked
package io.amoeba.partitioner.placement.protocol;

import org.jspecify.annotations.NullMarked;
