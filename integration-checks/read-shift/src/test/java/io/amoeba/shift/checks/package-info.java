/** Real nodes whose reads go to other replicas while they work. */
@NullMarked
package io.amoeba.shift.checks;

import org.jspecify.annotations.NullMarked;
