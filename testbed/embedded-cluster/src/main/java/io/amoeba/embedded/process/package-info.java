/** Child processes that end with this JVM. Types are safe for concurrent use by default. */
@NullMarked
package io.amoeba.embedded.process;

import org.jspecify.annotations.NullMarked;
