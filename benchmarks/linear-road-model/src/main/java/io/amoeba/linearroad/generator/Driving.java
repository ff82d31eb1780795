package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.input.InputRecord;
import java.util.SplittableRandom;

/** Movement of the vehicles of one expressway between two of their reports. */
record Driving(
    SplittableRandom random, TrafficFlow flow, Breakdowns breakdowns, int periodSeconds) {
  private static final int TRAVEL_LANES = 3;
  private static final int RAMP_SPEED_MPH = 40;
  private static final int LANE_CHANGE_ONE_IN = 50;
  private static final int SPEED_UP_MPH_PER_SECOND = 4;
  private static final int BRAKE_MPH_PER_SECOND = 8;

  /** 85 % to 115 % of the speed of the traffic. */
  int randomStyle() {
    return 85 + random.nextInt(31);
  }

  /** A ramp takes a few seconds, so a vehicle that reports every 30 s reports once from it. */
  int randomRampReports() {
    return periodSeconds > 1 ? 0 : 2 + random.nextInt(4);
  }

  /**
   * Moves a vehicle to its next report; false if it has left the expressway.
   *
   * @param candidates number of vehicles that could break down in this second
   */
  boolean drive(Car car, int second, int candidates) {
    switch (car.state) {
      case STOPPED -> {
        return true;
      }
      case EXITING -> {
        if (car.rampReports == 0) {
          return false;
        }
        car.rampReports--;
        advance(car, Road.driven(car.speedMph, periodSeconds));
      }
      case ENTERING -> {
        if (car.rampReports > 0) {
          car.rampReports--;
          advance(car, Road.driven(car.speedMph, periodSeconds));
        } else {
          car.state = Car.State.TRAVELLING;
          car.lane = 1 + random.nextInt(TRAVEL_LANES);
          travel(car, second, candidates);
        }
      }
      case TRAVELLING -> travel(car, second, candidates);
    }
    return true;
  }

  private void travel(Car car, int second, int candidates) {
    car.speedMph = nextSpeed(car);
    int driven = Road.driven(car.speedMph, periodSeconds);
    Collision collision = breakdowns.ahead(car, driven);
    if (collision != null) {
      int from = Road.stretch(car.distance);
      breakdowns.hit(collision, car, second);
      moved(car, from);
      return;
    }
    if (car.distance + driven >= car.exitAt) {
      advance(car, car.exitAt - car.distance);
      car.state = Car.State.EXITING;
      car.lane = InputRecord.EXIT_LANE;
      car.speedMph = Math.min(car.speedMph, RAMP_SPEED_MPH);
      car.rampReports = randomRampReports();
      return;
    }
    advance(car, driven);
    if (random.nextInt(LANE_CHANGE_ONE_IN) == 0) {
      car.lane = 1 + random.nextInt(TRAVEL_LANES);
    }
    breakdowns.maybeBreakDown(car, second, candidates);
  }

  /** The speed of the traffic in the driver's style, within the vehicle's acceleration. */
  private int nextSpeed(Car car) {
    int wanted =
        flow.speedMph(car.dir, Road.stretch(car.distance)) * car.stylePercent / 100
            + random.nextInt(5)
            - 2;
    int fastest = car.speedMph + SPEED_UP_MPH_PER_SECOND * periodSeconds;
    int slowest = car.speedMph - BRAKE_MPH_PER_SECOND * periodSeconds;
    return Math.max(1, Math.max(slowest, Math.min(wanted, fastest)));
  }

  private void advance(Car car, int driven) {
    int from = Road.stretch(car.distance);
    car.distance += driven;
    moved(car, from);
  }

  private void moved(Car car, int fromStretch) {
    int stretch = Road.stretch(car.distance);
    if (stretch != fromStretch) {
      flow.leave(car.dir, fromStretch);
      flow.enter(car.dir, stretch);
    }
  }
}
