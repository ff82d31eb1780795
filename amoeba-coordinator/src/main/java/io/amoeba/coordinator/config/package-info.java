/**
 * Configuration: a YAML file becomes a record, or a list of every error in it. Immutable, safe for
 * concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.config;

import org.jspecify.annotations.NullMarked;
