/**
 * Which of several coordinators leads: a lease in terms, each of which one coordinator takes at
 * most once, and what keeps the leader of a former term from acting.
 */
@NullMarked
package io.amoeba.coordinator.lease;

import org.jspecify.annotations.NullMarked;
