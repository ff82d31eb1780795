/** What nodes say of themselves in gossip. Immutable. */
@NullMarked
package io.amoeba.shift.protocol.node;

import org.jspecify.annotations.NullMarked;
