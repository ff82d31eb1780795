package io.amoeba.experiments.followed;

/** Who leads while the primary saves, and where the job's records go. */
enum FollowedMode {
  /** The primary leads, and the job's routing rests. */
  STOCK("stock"),
  /** A replica on another node of the job leads, and routing follows it there and back. */
  FOLLOWED("followed");

  private final String text;

  FollowedMode(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
