package io.amoeba.linearroad.reference;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Stopped vehicles, and the accidents in force in a minute (rules 9 and 10). */
final class Accidents {
  private static final int SEGMENTS_AHEAD = 4;

  private final Map<Spot, Set<Integer>> stoppedVehicles = new HashMap<>();

  /** The places that had an accident at the start of the current minute. */
  private Set<Place> placesWithAccident = Set.of();

  void stop(int vid, Spot spot) {
    stoppedVehicles.computeIfAbsent(spot, at -> new HashSet<>()).add(vid);
  }

  void moveOn(int vid, Spot spot) {
    Set<Integer> vehicles = stoppedVehicles.get(spot);
    if (vehicles != null && vehicles.remove(vid) && vehicles.isEmpty()) {
      stoppedVehicles.remove(spot);
    }
  }

  /** The present accidents are in force until the next call. */
  void beginMinute() {
    Set<Place> places = new HashSet<>();
    stoppedVehicles.forEach(
        (spot, vehicles) -> {
          if (vehicles.size() >= 2) {
            places.add(new Place(spot.xway(), spot.dir(), spot.segment()));
          }
        });
    placesWithAccident = places;
  }

  /** The segment of the nearest accident in force for a vehicle that enters the place. */
  OptionalInt nearestInForce(Place entered) {
    int step = entered.dir() == 0 ? 1 : -1;
    for (int ahead = 0; ahead <= SEGMENTS_AHEAD; ahead++) {
      int segment = entered.segment() + step * ahead;
      if (placesWithAccident.contains(new Place(entered.xway(), entered.dir(), segment))) {
        return OptionalInt.of(segment);
      }
    }
    return OptionalInt.empty();
  }
}
