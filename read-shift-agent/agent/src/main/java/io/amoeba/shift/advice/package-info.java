/** What is inlined into Cassandra's methods. */
@NullMarked
package io.amoeba.shift.advice;

import org.jspecify.annotations.NullMarked;
