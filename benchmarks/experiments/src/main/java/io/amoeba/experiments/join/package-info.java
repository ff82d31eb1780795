/**
 * A node joins a Cassandra cluster under load: stock against incremental (dissertation 2.3, figures
 * 2.3 to 2.7). Who is safe for concurrent use says so.
 */
@NullMarked
package io.amoeba.experiments.join;

import org.jspecify.annotations.NullMarked;
