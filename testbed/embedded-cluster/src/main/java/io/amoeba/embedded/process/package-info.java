/**
 * Child processes that are started, watched and ended together with this JVM. Safe for concurrent
 * use unless a type says otherwise.
 */
@NullMarked
package io.amoeba.embedded.process;

import org.jspecify.annotations.NullMarked;
