/**
 * Which primaries of the store should go to which empty Redis servers, so that all of them are on
 * nodes with subtasks, with the least movement: pure functions of records, safe for concurrent use.
 * Nothing here migrates anything.
 */
@NullMarked
package io.amoeba.coordinator.plan.migration;

import org.jspecify.annotations.NullMarked;
