/** Request priority without Cassandra: see the packages below. */
@NullMarked
package io.amoeba.priority.protocol;

import org.jspecify.annotations.NullMarked;
