/** Peers, their replicas, and messages to them. Each class says which threads call it. */
@NullMarked
package io.amoeba.hints.cluster;

import org.jspecify.annotations.NullMarked;
