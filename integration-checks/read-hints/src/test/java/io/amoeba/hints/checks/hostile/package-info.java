/** Code that runs inside a real node and sends its peers what no agent would send. */
@NullMarked
package io.amoeba.hints.checks.hostile;

import org.jspecify.annotations.NullMarked;
