/** Tests that each agent's module inherits, and what tests of agents read. */
@NullMarked
package io.amoeba.agentchecks;

import org.jspecify.annotations.NullMarked;
