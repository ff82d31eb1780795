package io.amoeba.agentkit.patch;

import io.amoeba.agentkit.symbols.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which methods are patched, and which are not. Safe for concurrent use. */
public final class PatchReport {

  private final List<Target> targets = new ArrayList<>();
  private final Set<String> patched = new LinkedHashSet<>();
  private final List<String> failures = new ArrayList<>();

  synchronized void expects(List<Target> all) {
    targets.addAll(all);
  }

  synchronized void patched(String type) {
    patched.add(type);
  }

  synchronized void failed(String type, Throwable cause) {
    failures.add(type + ": " + cause);
  }

  /** Why patching failed, a line for each class. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** One line for each target; classes are patched when Cassandra loads them. */
  public synchronized List<String> targets() {
    return targets.stream()
        .map(
            target ->
                (patched.contains(target.type()) ? "patched " : "not loaded yet ")
                    + target.shortName()
                    + ": "
                    + target.purpose())
        .toList();
  }
}
