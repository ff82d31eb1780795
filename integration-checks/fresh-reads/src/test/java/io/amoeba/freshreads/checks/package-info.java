/** Fresh reads on real servers: every answer is compared with the acknowledged writes. */
@NullMarked
package io.amoeba.freshreads.checks;

import org.jspecify.annotations.NullMarked;
