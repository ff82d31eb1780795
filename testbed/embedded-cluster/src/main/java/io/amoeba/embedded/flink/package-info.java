/** Real Flink standalone processes and their REST interface. Safe for concurrent use. */
@NullMarked
package io.amoeba.embedded.flink;

import org.jspecify.annotations.NullMarked;
