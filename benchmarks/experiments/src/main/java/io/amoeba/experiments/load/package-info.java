/**
 * Traffic of YCSB workloads A to C on Cassandra: rows chosen by Zipf's law or evenly, reads and
 * updates in a closed loop, measured by the second. Who is safe for concurrent use says so.
 */
@NullMarked
package io.amoeba.experiments.load;

import org.jspecify.annotations.NullMarked;
