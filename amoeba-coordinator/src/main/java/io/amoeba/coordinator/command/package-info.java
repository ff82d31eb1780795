/** Driver that runs commands of the operators of a cluster. */
@NullMarked
package io.amoeba.coordinator.command;

import org.jspecify.annotations.NullMarked;
