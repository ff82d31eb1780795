/**
 * Drivers that start Redis servers by commands: the operators' own, or those of a container engine.
 */
@NullMarked
package io.amoeba.coordinator.command;

import org.jspecify.annotations.NullMarked;
