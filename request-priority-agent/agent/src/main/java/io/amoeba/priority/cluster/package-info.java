/** The class of a request on its way to replicas. Runs on event loops: nothing here blocks. */
@NullMarked
package io.amoeba.priority.cluster;

import org.jspecify.annotations.NullMarked;
