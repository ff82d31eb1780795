package io.amoeba.coordinator.changes.routing;

import java.util.List;

/**
 * Port to what outlives the coordinator: the edges whose routers may be switching now. Called under
 * the publisher's lock.
 */
public interface PublicationStore {

  /** Remembers nothing. */
  PublicationStore NONE =
      new PublicationStore() {
        @Override
        public List<EdgeState> load() {
          return List.of();
        }

        @Override
        public void save(List<EdgeState> edges) {}
      };

  /** What was saved last, empty if nothing was. */
  List<EdgeState> load();

  /** Keeps the edges; called before task managers can see a new COMMIT. */
  void save(List<EdgeState> edges);
}
