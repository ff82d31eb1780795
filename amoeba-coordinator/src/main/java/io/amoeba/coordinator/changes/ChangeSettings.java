package io.amoeba.coordinator.changes;

/**
 * What a configuration says about kinds of change. Immutable.
 *
 * @param rules what plans respect
 * @param storeFollows whether the store follows a keyed stream
 */
public record ChangeSettings(PlanRules rules, boolean storeFollows) {}
