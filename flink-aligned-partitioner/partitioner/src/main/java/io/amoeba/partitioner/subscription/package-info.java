/**
 * The task manager's one subscription to the coordinator: receives placement maps by long poll,
 * sends reports. Two daemon threads per process while anything is registered; everything else is
 * safe for concurrent use.
 */
@NullMarked
package io.amoeba.partitioner.subscription;

import org.jspecify.annotations.NullMarked;
