/** A seeded, deterministic generator of traffic and history. Confined to one thread. */
@NullMarked
package io.amoeba.linearroad.generator;

import org.jspecify.annotations.NullMarked;
