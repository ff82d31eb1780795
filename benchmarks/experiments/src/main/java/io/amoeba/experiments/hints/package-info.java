/**
 * Reads move from one Cassandra node to another that served none: what read hints have kept warm
 * there (paper on read hints, section 4; dissertation 4.3). Who is safe for concurrent use says so.
 */
@NullMarked
package io.amoeba.experiments.hints;

import org.jspecify.annotations.NullMarked;
