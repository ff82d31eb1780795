/** Read hints on real Cassandra processes. */
@NullMarked
package io.amoeba.hints.checks;

import org.jspecify.annotations.NullMarked;
