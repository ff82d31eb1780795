package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One expressway with its vehicles. A vehicle is moved only when it reports, so the cost of a
 * second is proportional to its reports.
 */
final class Expressway {
  private static final int LONGEST_TRIP_OF_SPECIFICATION = 40;
  private static final int LONGEST_TRIP_OF_STEADY = 12;
  private static final int TRAVEL_LANES = 3;
  private static final int EXIT_SPEED_MPH = 40;

  private final int number;
  private final GeneratorConfig config;
  private final SplittableRandom random;
  private final VehicleNumbers numbers;
  private final QuerySource queries;
  private final TrafficFlow flow;
  private final TripPlanner trips;
  private final Breakdowns breakdowns;
  private final Driving driving;

  /** The vehicles by the second, modulo the report period, in which they report. */
  private final List<List<Car>> carsByPhase = new ArrayList<>();

  private int cars;

  Expressway(
      int number,
      GeneratorConfig config,
      SplittableRandom random,
      VehicleNumbers numbers,
      QuerySource queries) {
    this.number = number;
    this.config = config;
    this.random = random;
    this.numbers = numbers;
    this.queries = queries;
    boolean steady = config.mode() == TrafficMode.STEADY;
    Roadworks roadworks =
        steady ? Roadworks.crowdedBy(config.vehiclesPerExpressway(), random) : Roadworks.none();
    flow = new TrafficFlow(roadworks);
    trips =
        new TripPlanner(
            random,
            roadworks,
            flow,
            steady ? LONGEST_TRIP_OF_STEADY : LONGEST_TRIP_OF_SPECIFICATION);
    breakdowns =
        new Breakdowns(
            random,
            flow,
            roadworks,
            config.accidentsPerHour(),
            Breakdowns.Durations.of(config.mode()));
    int period = config.mode().reportPeriodSeconds();
    driving = new Driving(random, flow, breakdowns, period);
    for (int phase = 0; phase < period; phase++) {
      carsByPhase.add(new ArrayList<>());
    }
    placeFleetUnderWay();
  }

  /** Puts the fleet of the first second onto the road. */
  private void placeFleetUnderWay() {
    if (config.mode() == TrafficMode.SPECIFICATION && config.startSecond() == 0) {
      return;
    }
    breakdowns.startWithOne();
    int fleet = fleetAt(config.startSecond());
    for (int i = 0; i < fleet; i++) {
      Trip trip = trips.underWay();
      Car car =
          new Car(
              numbers.entering(config.startSecond()),
              trip,
              driving.randomStyle(),
              Car.State.TRAVELLING);
      car.lane = 1 + random.nextInt(TRAVEL_LANES);
      car.speedMph = flow.speedMph(car.dir, Road.stretch(car.distance));
      add(car, i);
    }
  }

  private int fleetAt(int second) {
    if (config.mode() == TrafficMode.STEADY) {
      return config.vehiclesPerExpressway();
    }
    long grown = config.vehiclesPerExpressway() * (second + 1L) / config.mode().fullFleetSecond();
    return (int) Math.max(1, Math.min(grown, config.vehiclesPerExpressway()));
  }

  private void add(Car car, int second) {
    carsByPhase.get(second % carsByPhase.size()).add(car);
    flow.enter(car.dir, Road.stretch(car.distance));
    cars++;
  }

  /** Emits all records of a second. */
  void generate(int second, Consumer<InputRecord> sink) {
    breakdowns.startSecond(second);
    List<Car> reporting = carsByPhase.get(second % carsByPhase.size());
    int kept = 0;
    int candidates = reporting.size();
    for (int i = 0; i < candidates; i++) {
      Car car = reporting.get(i);
      if (driving.drive(car, second, candidates)) {
        report(car, second, sink);
        reporting.set(kept++, car);
      } else {
        leave(car, second);
      }
    }
    reporting.subList(kept, candidates).clear();
    for (int missing = fleetAt(second) - cars; missing > 0; missing--) {
      enter(second, sink);
    }
  }

  private void leave(Car car, int second) {
    flow.leave(car.dir, Road.stretch(car.distance));
    cars--;
    numbers.left(car.vid, second - config.mode().reportPeriodSeconds());
  }

  private void enter(int second, Consumer<InputRecord> sink) {
    Car car =
        new Car(
            numbers.entering(second), trips.entering(), driving.randomStyle(), Car.State.ENTERING);
    car.lane = InputRecord.ENTRY_LANE;
    car.speedMph = 10 + random.nextInt(EXIT_SPEED_MPH - 10);
    car.rampReports = driving.randomRampReports();
    add(car, second);
    report(car, second, sink);
  }

  private void report(Car car, int second, Consumer<InputRecord> sink) {
    int position = Road.position(car.dir, car.distance);
    InputRecord report =
        InputRecord.positionReport(
            second,
            car.vid,
            car.speedMph,
            number,
            car.lane,
            car.dir,
            position / InputRecord.SEGMENT_FEET,
            position);
    sink.accept(report);
    InputRecord query = queries.spawnedBy(report);
    if (query != null) {
      sink.accept(query);
    }
  }
}
