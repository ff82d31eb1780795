/** An agent's options, from its arguments and a file. Confined to the main thread. */
@NullMarked
package io.amoeba.agentkit.options;

import org.jspecify.annotations.NullMarked;
