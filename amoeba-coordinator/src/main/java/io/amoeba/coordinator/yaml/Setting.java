package io.amoeba.coordinator.yaml;

/**
 * A key that was asked for, as the documentation has it. Immutable.
 *
 * @param key with {@code []} for each element of a list, such as {@code nodes[].name}
 * @param values what it may be; empty: what a type does not say
 * @param absent what holds without the key; empty: what a type does not say
 */
public record Setting(String key, String values, String absent) {}
