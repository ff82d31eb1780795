/** Which replicas get a hint. Immutable, but for the window of each peer. */
@NullMarked
package io.amoeba.hints.protocol.targets;

import org.jspecify.annotations.NullMarked;
