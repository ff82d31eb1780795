/**
 * Whether a plan may be carried out: the policy, and the board on which plans wait for people. Safe
 * for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.approve;

import org.jspecify.annotations.NullMarked;
