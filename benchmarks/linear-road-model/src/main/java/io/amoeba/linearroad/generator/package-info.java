/**
 * The traffic generator: seeded, deterministic simulation of vehicles on expressways, and of the
 * historical data that queries refer to. A generator is confined to one thread; several generators
 * of one configuration can run side by side as shards.
 */
@NullMarked
package io.amoeba.linearroad.generator;

import org.jspecify.annotations.NullMarked;
