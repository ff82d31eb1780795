/**
 * A node joins a Cassandra cluster under load: stock against incremental (dissertation 2.3, figures
 * 2.3 to 2.7). Thread safety is documented per class.
 */
@NullMarked
package io.amoeba.experiments.join;

import org.jspecify.annotations.NullMarked;
