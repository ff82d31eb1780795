/**
 * Reads the mappings of a YAML file: values by key, and a list of every problem with them. The
 * records of settings are elsewhere, each with its own reader. Confined to the reading thread.
 */
@NullMarked
package io.amoeba.coordinator.yaml;

import org.jspecify.annotations.NullMarked;
