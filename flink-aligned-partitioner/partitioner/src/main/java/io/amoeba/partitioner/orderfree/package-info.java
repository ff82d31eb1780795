/**
 * Order-free edges: routing switches with the next record, as in the paper's prototype.
 * Partitioners and operators are confined to their task thread.
 */
@NullMarked
package io.amoeba.partitioner.orderfree;

import org.jspecify.annotations.NullMarked;
