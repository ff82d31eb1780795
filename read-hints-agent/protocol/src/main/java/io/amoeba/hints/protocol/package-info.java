/** Read hints without Cassandra: see the packages below. */
@NullMarked
package io.amoeba.hints.protocol;

import org.jspecify.annotations.NullMarked;
