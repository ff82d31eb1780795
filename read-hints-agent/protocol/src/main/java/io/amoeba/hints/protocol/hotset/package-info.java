/** The keys that clients read most often, and how a node gets them from its peers. */
@NullMarked
package io.amoeba.hints.protocol.hotset;

import org.jspecify.annotations.NullMarked;
