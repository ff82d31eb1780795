/** The agent's entry, of Java 8; it knows no other class of the agent. */
@NullMarked
package io.amoeba.shift.start;

import org.jspecify.annotations.NullMarked;
