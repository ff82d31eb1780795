/** What may happen to the links between containers: delay and cuts. Safe for concurrent use. */
@NullMarked
package io.amoeba.containers.fault;

import org.jspecify.annotations.NullMarked;
