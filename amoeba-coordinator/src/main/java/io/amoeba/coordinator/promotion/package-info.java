/**
 * Makes a replica the primary of its group, without loss and while clients continue: what must be
 * true before it is told, the rest between two promotions of a server, and what everybody says
 * afterwards. Kinds of change share it. Called on the thread of the operations alone.
 */
@NullMarked
package io.amoeba.coordinator.promotion;

import org.jspecify.annotations.NullMarked;
