package io.amoeba.agentkit.symbols;

import java.util.List;
import java.util.Optional;

/**
 * Everything of one Cassandra release line that an agent patches, or reads by reflection. What its
 * code calls is found in its class files. Immutable.
 *
 * @param releaseLine as "5.0"
 */
public record ReleaseSymbols(
    String releaseLine, List<Target> targets, List<SymbolReference> reflective) {

  /** Those of a version's release line, if they are among {@code known}. */
  public static Optional<ReleaseSymbols> of(String version, List<ReleaseSymbols> known) {
    return known.stream()
        .filter(symbols -> version.startsWith(symbols.releaseLine + "."))
        .findFirst();
  }
}
