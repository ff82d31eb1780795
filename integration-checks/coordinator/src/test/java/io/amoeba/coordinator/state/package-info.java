/** Checks of the coordinator's files on real disks. */
@NullMarked
package io.amoeba.coordinator.state;

import org.jspecify.annotations.NullMarked;
