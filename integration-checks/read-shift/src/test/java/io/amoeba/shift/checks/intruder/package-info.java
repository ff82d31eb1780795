/** Code of the checks that runs in a node. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.checks.intruder;

import org.jspecify.annotations.NullMarked;
