/**
 * Stacks of services in containers: started from a compose file, limited, and ended with everything
 * that belongs to them, however this JVM ends. Safe for concurrent use.
 */
@NullMarked
package io.amoeba.containers.stack;

import org.jspecify.annotations.NullMarked;
