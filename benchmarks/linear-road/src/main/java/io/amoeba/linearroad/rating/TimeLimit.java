package io.amoeba.linearroad.rating;

/** The longest times between a record and the answer to it, by output type. Immutable. */
enum TimeLimit {
  TOLL(0, 5_000, "toll notification"),
  ACCIDENT(1, 5_000, "accident alert"),
  BALANCE(2, 5_000, "account balance"),
  EXPENDITURE(3, 10_000, "daily expenditure"),
  TRAVEL_TIME(4, 30_000, "travel time");

  final int type;
  final long millis;
  private final String title;

  TimeLimit(int type, long millis, String title) {
    this.type = type;
    this.millis = millis;
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }
}
