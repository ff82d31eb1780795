/** Hot sets that this node asks its peers for. Safe for concurrent use. */
@NullMarked
package io.amoeba.hints.pull;

import org.jspecify.annotations.NullMarked;
