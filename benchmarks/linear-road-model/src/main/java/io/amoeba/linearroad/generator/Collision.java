package io.amoeba.linearroad.generator;

import org.jspecify.annotations.Nullable;

/** A vehicle that broke down, and the one that ran into it if there is one already. */
final class Collision {
  private final Car stopped;
  private @Nullable Car second;
  private int clearedAt;

  /**
   * @param givenUpAt when the vehicle drives on if no other has hit it
   */
  Collision(Car stopped, int givenUpAt) {
    this.stopped = stopped;
    this.clearedAt = givenUpAt;
    stop(stopped);
  }

  int dir() {
    return stopped.dir;
  }

  int distance() {
    return stopped.distance;
  }

  /** Whether a vehicle that drives this far from where it is would hit the stopped one. */
  boolean isHitBy(Car car, int driven) {
    return second == null
        && car.dir == stopped.dir
        && car.distance < stopped.distance
        && car.distance + driven >= stopped.distance
        && car.exitAt > stopped.distance;
  }

  void hit(Car car, int clearedAtSecond) {
    second = car;
    clearedAt = clearedAtSecond;
    car.distance = stopped.distance;
    car.lane = stopped.lane;
    stop(car);
  }

  /** Sends the vehicles on their way once their time has come. */
  boolean clears(int second) {
    if (second < clearedAt) {
      return false;
    }
    stopped.state = Car.State.TRAVELLING;
    if (this.second != null) {
      this.second.state = Car.State.TRAVELLING;
    }
    return true;
  }

  private static void stop(Car car) {
    car.state = Car.State.STOPPED;
    car.speedMph = 0;
  }
}
