/** Of Java 8, unlike all else: it runs before anything is known of the process. */
@NullMarked
package io.amoeba.agentkit.start;

import org.jspecify.annotations.NullMarked;
