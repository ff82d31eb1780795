/** What nodes say of themselves in gossip. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.cluster;

import org.jspecify.annotations.NullMarked;
