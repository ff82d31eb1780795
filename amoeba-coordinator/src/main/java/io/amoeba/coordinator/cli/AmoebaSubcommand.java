package io.amoeba.coordinator.cli;

/**
 * A subcommand of {@code amoeba}: a picocli command class that a module lists under this name in
 * {@code META-INF/services}. It needs a public constructor without parameters.
 */
public interface AmoebaSubcommand {}
