/** What patched methods of Cassandra call, and the parts of a node. Safe for concurrent use. */
@NullMarked
package io.amoeba.priority.hooks;

import org.jspecify.annotations.NullMarked;
