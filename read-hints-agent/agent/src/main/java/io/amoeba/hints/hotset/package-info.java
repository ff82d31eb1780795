/** Hot sets that this node sends to its peers and requests from them. */
@NullMarked
package io.amoeba.hints.hotset;

import org.jspecify.annotations.NullMarked;
