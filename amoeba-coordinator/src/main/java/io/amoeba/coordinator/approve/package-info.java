/**
 * Whether and when a plan is carried out: the policy, commands of people, retries, and the board,
 * the only place where plans change state. Safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.approve;

import org.jspecify.annotations.NullMarked;
