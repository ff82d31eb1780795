package io.amoeba.linearroad.generator;

import org.jspecify.annotations.Nullable;

/** A vehicle that broke down, and the one that ran into it, if any. */
final class Collision {
  private final Car stopped;
  private @Nullable Car second;
  private int clearedAt;

  /** The vehicle continues at second {@code clearedAt} if no other has hit it. */
  Collision(Car stopped, int clearedAt) {
    this.stopped = stopped;
    this.clearedAt = clearedAt;
    stop(stopped);
  }

  int dir() {
    return stopped.dir;
  }

  int distance() {
    return stopped.distance;
  }

  /** Whether a vehicle that drives this far would hit the stopped one. */
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

  /** Both vehicles continue when their time has come. */
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
