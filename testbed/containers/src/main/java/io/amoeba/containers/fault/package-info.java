/** Faults in the network of containers: delays and cuts. Safe for concurrent use. */
@NullMarked
package io.amoeba.containers.fault;

import org.jspecify.annotations.NullMarked;
