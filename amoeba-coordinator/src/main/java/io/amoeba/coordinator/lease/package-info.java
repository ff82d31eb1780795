/**
 * Which of several coordinators leads. Terms are numbered, and each has one leader at most, which
 * renews its lease; a fence keeps leaders of former terms from acting. Safe for concurrent use
 * unless a type says otherwise.
 */
@NullMarked
package io.amoeba.coordinator.lease;

import org.jspecify.annotations.NullMarked;
