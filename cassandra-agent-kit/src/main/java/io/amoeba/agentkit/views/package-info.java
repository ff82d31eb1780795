/** Virtual tables, in a keyspace that agents share. */
@NullMarked
package io.amoeba.agentkit.views;

import org.jspecify.annotations.NullMarked;
