/**
 * Starts with the JVM: reads options, checks the Cassandra it meets, patches it. Confined to the
 * main thread, before Cassandra.
 */
@NullMarked
package io.amoeba.shift.agent;

import org.jspecify.annotations.NullMarked;
