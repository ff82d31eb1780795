/**
 * JMH benchmarks of code that runs once per record, and of plans for large clusters: {@code java
 * -jar benchmarks/micro/target/benchmarks.jar -prof gc}. Each benchmark is confined to its JMH
 * thread.
 */
@NullMarked
package io.amoeba.micro;

import org.jspecify.annotations.NullMarked;
