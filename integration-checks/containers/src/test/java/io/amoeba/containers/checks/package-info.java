/** Checks on real containers. */
@org.jspecify.annotations.NullMarked
package io.amoeba.containers.checks;
