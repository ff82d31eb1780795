/** What agents of different nodes tell each other by gossip. Safe for concurrent use. */
@NullMarked
package io.amoeba.agentkit.gossip;

import org.jspecify.annotations.NullMarked;
