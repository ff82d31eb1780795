/** What a joining node and the members of its cluster tell each other; see ADR 0005. Immutable. */
@org.jspecify.annotations.NullMarked
package io.amoeba.streaming.protocol;
