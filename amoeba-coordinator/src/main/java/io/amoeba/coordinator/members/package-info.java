/**
 * What servers of a store hold beside keys, and whether a server that becomes a member holds the
 * same. Pure functions over what a driver has read.
 */
@NullMarked
package io.amoeba.coordinator.members;

import org.jspecify.annotations.NullMarked;
