/**
 * Which node serves a read: load per node, the balanced share of the reads, and the least loaded
 * node. Lock-free, without allocations for a read, and without Redis or lettuce.
 */
@NullMarked
package io.amoeba.freshreads.choice;

import org.jspecify.annotations.NullMarked;
