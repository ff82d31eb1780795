package io.amoeba.linearroad.generator;

/** Number of vehicles and frequency of their reports. */
public enum TrafficMode {
  /**
   * The traffic of the benchmark: a vehicle reports every 30 seconds, and the fleet grows linearly
   * from almost none to its full size at 3 hours.
   */
  SPECIFICATION(30, 51_000, 3, 10_800),

  /**
   * A stress test of the same rules: a vehicle reports every second, and the fleet always has its
   * full size. Roadworks crowd some segments; otherwise so few vehicles would never pay a toll.
   */
  STEADY(1, 1_000, 120, 0);

  private final int reportPeriodSeconds;
  private final int defaultVehiclesPerExpressway;
  private final int defaultAccidentsPerHour;
  private final int fullFleetSecond;

  TrafficMode(
      int reportPeriodSeconds,
      int defaultVehiclesPerExpressway,
      int defaultAccidentsPerHour,
      int fullFleetSecond) {
    this.reportPeriodSeconds = reportPeriodSeconds;
    this.defaultVehiclesPerExpressway = defaultVehiclesPerExpressway;
    this.defaultAccidentsPerHour = defaultAccidentsPerHour;
    this.fullFleetSecond = fullFleetSecond;
  }

  /** The seconds between two reports of a vehicle. */
  public int reportPeriodSeconds() {
    return reportPeriodSeconds;
  }

  /** The full fleet; 51,000 vehicles that report every 30 s give the peak of 1,700 reports/s. */
  public int defaultVehiclesPerExpressway() {
    return defaultVehiclesPerExpressway;
  }

  /** Breakdowns per hour and expressway; most of the vehicles are hit by another. */
  public int defaultAccidentsPerHour() {
    return defaultAccidentsPerHour;
  }

  /** Second from which the fleet has its full size. */
  public int fullFleetSecond() {
    return fullFleetSecond;
  }
}
