/** Classes of service on real nodes. */
@NullMarked
package io.amoeba.priority.checks;

import org.jspecify.annotations.NullMarked;
