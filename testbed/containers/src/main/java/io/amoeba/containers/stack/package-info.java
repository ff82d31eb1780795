/** Stacks of services in containers, with limits and a clean end. Safe for concurrent use. */
@NullMarked
package io.amoeba.containers.stack;

import org.jspecify.annotations.NullMarked;
