/** MBeans of agents: the agent's own, and the one by which agents meet. Safe for concurrent use. */
@NullMarked
package io.amoeba.agentkit.beans;

import org.jspecify.annotations.NullMarked;
