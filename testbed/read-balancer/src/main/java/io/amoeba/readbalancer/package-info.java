/**
 * The published controller that fresh reads are compared with, in simulations and on real servers.
 */
@NullMarked
package io.amoeba.readbalancer;

import org.jspecify.annotations.NullMarked;
