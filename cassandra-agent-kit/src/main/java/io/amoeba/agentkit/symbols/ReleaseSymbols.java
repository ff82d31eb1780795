package io.amoeba.agentkit.symbols;

import java.util.List;

/**
 * Everything of one Cassandra release line that an agent patches, or reads by reflection. What its
 * code calls is found in its class files. Immutable.
 *
 * @param releaseLine as "5.0"
 */
public record ReleaseSymbols(
    String releaseLine, List<Target> targets, List<SymbolReference> reflective) {

  boolean supports(String version) {
    return version.startsWith(releaseLine + ".");
  }
}
