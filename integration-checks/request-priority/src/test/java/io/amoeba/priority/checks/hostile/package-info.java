/** A peer that sends classes of service which do not exist. Runs in a node. */
@NullMarked
package io.amoeba.priority.checks.hostile;

import org.jspecify.annotations.NullMarked;
