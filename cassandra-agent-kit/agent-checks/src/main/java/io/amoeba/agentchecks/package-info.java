/** Tests that each agent's module inherits, and what they read. */
@NullMarked
package io.amoeba.agentchecks;

import org.jspecify.annotations.NullMarked;
