package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.changes.parallelism.JobSight.Standing;
import io.amoeba.coordinator.operations.OperationDriver.Killed;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Flink as a rescaler sees it, with jobs that count records, in a world where anything may go
 * wrong: answers that are lost, requests that arrive late, JobManagers that forget, task slots that
 * are not there, jobs that fail while they are stopped, people who interfere, and a coordinator
 * that is killed at any call. What must never happen is an {@link AssertionError}. Confined to one
 * thread.
 */
final class SimulatedFlink implements JobControl, StepClock {

  static final String NAME = "Job";
  static final String FIRST = "first";
  static final String CHECKPOINT = "file:///checkpoints/newest";

  /** How a job that is being stopped fails by itself. */
  enum FailedStop {
    /** For good, before its savepoint is complete. */
    WITHOUT_SAVEPOINT,
    /** For good, when it was to end. */
    WITH_SAVEPOINT,
    /** When it was to end; Flink restarts it, and it completes another checkpoint. */
    GOES_ON,
    /** The same, and then for good. */
    WENT_ON
  }

  private static final class Job {
    Standing standing = Standing.ALIVE;
    int parallelism;
    int required;
    boolean begun;
    boolean allRun;
    long begin;
    long position;

    /** One that is newer than its savepoint. */
    Optional<String> checkpoint = Optional.empty();

    String stoppedBy = "";
  }

  private interface Change {
    void make();
  }

  private record Late(int at, Change change) {}

  private final Random random;
  private final boolean faults;
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Map<String, Long> savepoints = new HashMap<>();
  private final Map<String, StopSight> stops = new HashMap<>();
  private final List<Late> late = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private final int allSlots;
  private int slots;
  private int calls;
  private long processed;
  private boolean troubled;
  private boolean personCanceled;
  private boolean personStarted;
  private Optional<FailedStop> failure = Optional.empty();

  SimulatedFlink(long seed, int slots, boolean faults) {
    this.random = new Random(seed);
    this.allSlots = slots;
    this.slots = slots;
    this.faults = faults;
    Job first = new Job();
    first.parallelism = 2;
    first.required = 2;
    first.begun = true;
    first.allRun = true;
    jobs.put(FIRST, first);
  }

  /** From now on all goes well, and every TaskManager is there. */
  void calmDown() {
    troubled = false;
    slots = allSlots;
  }

  void beginTrouble() {
    troubled = faults;
  }

  /** How the next stop ends. */
  void failNextStop(FailedStop how) {
    failure = Optional.of(how);
  }

  List<String> history() {
    return history;
  }

  boolean interferedWith() {
    return personCanceled || personStarted;
  }

  boolean isCanceledByPerson() {
    return personCanceled;
  }

  List<String> running() {
    return jobs.entrySet().stream()
        .filter(e -> e.getValue().standing == Standing.ALIVE)
        .map(Map.Entry::getKey)
        .toList();
  }

  boolean allRun(String job) {
    return job(job).allRun;
  }

  int parallelism(String job) {
    return job(job).parallelism;
  }

  private Job job(String id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw new AssertionError("no job " + id);
    }
    return job;
  }

  @Override
  public long nanos() {
    return calls * 200_000_000L;
  }

  @Override
  public void sleep(Duration time) {
    tick();
  }

  private void tick() {
    calls++;
    if (calls > 100_000) {
      throw new AssertionError("it never ends");
    }
    List<Late> due = late.stream().filter(l -> l.at() <= calls).toList();
    late.removeAll(due);
    for (Late request : due) {
      try {
        request.change().make();
      } catch (Refused e) {
        history.add("late request refused: " + e.getMessage());
      }
    }
    for (Job job : jobs.values()) {
      proceed(job);
    }
    jobs.forEach(this::proceedWithStop);
    if (troubled && chance(150)) {
      restartJobManager();
    }
    if (troubled && chance(slots == allSlots ? 300 : 40)) {
      history.add(slots == allSlots ? "a TaskManager is lost" : "it comes back");
      slots = slots == allSlots ? allSlots - 1 : allSlots;
    }
    if (troubled && chance(1_000)) {
      personCancels();
    }
    if (running().size() > 1) {
      throw new AssertionError("two jobs run: " + running());
    }
  }

  private void proceed(Job job) {
    if (job.standing == Standing.ENDING && job.stoppedBy.isEmpty() && random.nextInt(3) == 0) {
      job.standing = Standing.CANCELED;
    }
    if (job.standing != Standing.ALIVE) {
      return;
    }
    if (slots < job.parallelism) {
      job.allRun = false;
    }
    if (job.required > 0 && slots >= job.required && random.nextInt(3) == 0) {
      job.parallelism = job.required;
    }
    if (job.allRun) {
      job.position++;
      processed = Math.max(processed, job.position);
    } else if (slots >= job.parallelism && random.nextInt(3) == 0) {
      job.allRun = job.begun;
      job.begun = true;
    } else if (!job.begun && troubled && chance(60)) {
      history.add("a job fails before it runs");
      job.standing = Standing.FAILED;
    }
  }

  private void proceedWithStop(String id, Job job) {
    if (job.standing == Standing.ENDING && !job.stoppedBy.isEmpty()) {
      stops.put(job.stoppedBy, new StopSight.Failed("the job is ending"));
      job.stoppedBy = "";
    }
    if (job.standing == Standing.ALIVE && !job.stoppedBy.isEmpty() && random.nextInt(4) == 0) {
      String trigger = job.stoppedBy;
      job.stoppedBy = "";
      if (troubled && chance(8)) {
        stops.put(trigger, new StopSight.Failed("disk full"));
        history.add("the savepoint fails");
        return;
      }
      if (troubled && chance(4)) {
        failure = Optional.of(FailedStop.values()[random.nextInt(FailedStop.values().length)]);
      }
      Optional<FailedStop> fails = failure;
      failure = Optional.empty();
      fails.ifPresent(how -> failStop(job, trigger, how));
      if (fails.isEmpty()) {
        String location = complete(job, trigger);
        job.standing = Standing.FINISHED;
        ended.add(id);
        stops.put(trigger, new StopSight.Stopped(location));
        history.add(id + " is stopped at " + job.position);
      }
    }
  }

  private String complete(Job job, String trigger) {
    String location = savepointFolder(trigger) + "/savepoint";
    savepoints.put(location, job.position);
    job.checkpoint = Optional.empty();
    return location;
  }

  private void failStop(Job job, String trigger, FailedStop how) {
    history.add("it fails while it is stopped: " + how);
    stops.put(trigger, new StopSight.Failed("the job failed"));
    job.allRun = false;
    if (how != FailedStop.WITHOUT_SAVEPOINT) {
      String unused = complete(job, trigger);
    }
    if (how == FailedStop.GOES_ON || how == FailedStop.WENT_ON) {
      job.position++;
      processed = Math.max(processed, job.position);
      job.checkpoint = Optional.of(CHECKPOINT);
    }
    if (how != FailedStop.GOES_ON) {
      job.standing = Standing.FAILED;
    }
  }

  /** With high availability: jobs go on, what has ended is forgotten but does not begin again. */
  private void restartJobManager() {
    history.add("the JobManager restarts");
    stops.clear();
    late.clear();
    jobs.values().forEach(job -> job.stoppedBy = "");
    jobs.entrySet()
        .removeIf(
            entry -> {
              boolean over = entry.getValue().standing != Standing.ALIVE;
              if (over) {
                ended.add(entry.getKey());
              }
              return over && !entry.getKey().equals(FIRST) && random.nextBoolean();
            });
  }

  /** While there is no coordinator. */
  void personStarts() {
    if (running().isEmpty() && late.isEmpty() && hasStopped()) {
      history.add("a person starts the job");
      Job job = new Job();
      job.parallelism = 2;
      job.begun = true;
      job.allRun = true;
      job.position = processed;
      jobs.put("by-hand", job);
      personStarted = true;
    }
  }

  private boolean hasStopped() {
    return savepoints.size() == 1 || job(FIRST).standing == Standing.FAILED;
  }

  void personCancels() {
    if (!running().isEmpty() && !personStarted) {
      history.add("a person cancels " + running());
      running().forEach(id -> job(id).standing = Standing.ENDING);
      ended.addAll(jobs.keySet());
      personCanceled = true;
    }
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  /** What becomes of a request on its way. */
  private void change(String text, Change change) {
    tick();
    if (troubled) {
      switch (random.nextInt(12)) {
        case 0 -> throw new Unreachable("nobody there");
        case 1 -> {
          history.add(text + ", of which the answer is lost");
          make(change);
          throw new Unreachable("no answer");
        }
        case 2 -> {
          history.add(text + ", which is late");
          late.add(new Late(calls + random.nextInt(60), change));
          throw new Unreachable("no answer yet");
        }
        case 3 -> {
          history.add(text + ", after which the coordinator is killed");
          make(change);
          throw new Killed();
        }
        default -> {
          // It arrives.
        }
      }
    }
    history.add(text);
    change.make();
  }

  private void make(Change change) {
    try {
      change.make();
    } catch (Refused e) {
      history.add("refused: " + e.getMessage());
    }
  }

  private void question() {
    tick();
    if (troubled && chance(12)) {
      throw new Unreachable("nobody there");
    }
    if (troubled && chance(60)) {
      history.add("the coordinator is killed");
      throw new Killed();
    }
  }

  @Override
  public JobSight look(String id) {
    question();
    Job job = jobs.get(id);
    return job == null
        ? JobSight.NONE
        : new JobSight(job.standing, job.allRun, job.begun, job.parallelism, "");
  }

  @Override
  public List<String> alive(String name) {
    question();
    return jobs.entrySet().stream()
        .filter(e -> e.getValue().standing.isOpen())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public void check(int parallelism) {
    question();
  }

  @Override
  public void stop(String id, String trigger) {
    change(
        "stop",
        () -> {
          Job job = jobs.get(id);
          if (job == null || job.standing != Standing.ALIVE) {
            throw new Refused("no such job");
          }
          if (!stops.containsKey(trigger)) {
            stops.put(trigger, new StopSight.UnderWay());
            job.stoppedBy = trigger;
          }
        });
  }

  @Override
  public StopSight stopped(String id, String trigger) {
    question();
    return stops.getOrDefault(trigger, new StopSight.Unknown());
  }

  @Override
  public Optional<String> savepoint(String id, String trigger) {
    question();
    if (jobs.containsKey(id) && job(id).checkpoint.isPresent()) {
      return Optional.empty();
    }
    return savepoints.keySet().stream().filter(s -> s.contains(trigger)).findFirst();
  }

  @Override
  public Optional<String> newest(String id) {
    question();
    return job(id).checkpoint;
  }

  @Override
  public String savepointFolder(String trigger) {
    return "file:///savepoints/" + trigger;
  }

  @Override
  public void start(String id, int parallelism, String savepoint) {
    change(
        "start " + id + " with " + parallelism,
        () -> {
          if (jobs.containsKey(id) || ended.contains(id)) {
            throw new Refused("there was a job " + id);
          }
          if (troubled && chance(6)) {
            throw new Refused("no such program");
          }
          Long position = savepoints.get(savepoint);
          if (position == null || position != processed) {
            throw new AssertionError(
                "%s starts at %d, and %d records were processed"
                    .formatted(id, position, processed));
          }
          Job job = new Job();
          job.parallelism = parallelism;
          job.begin = position;
          job.position = position;
          jobs.put(id, job);
        });
  }

  @Override
  public void cancel(String id) {
    change(
        "cancel " + id,
        () -> {
          Job job = jobs.get(id);
          if (job != null && job.standing == Standing.ALIVE) {
            job.standing = Standing.CANCELED;
            ended.add(id);
            // It may have begun since it was looked at: as after any failure, that is done again.
            processed = job.begin;
          }
        });
  }

  @Override
  public List<String> operators(String id, int parallelism) {
    question();
    return job(id).required == parallelism ? List.of("toll") : List.of();
  }

  @Override
  public void require(String id, List<String> operators, int parallelism) {
    change("require " + parallelism, () -> job(id).required = parallelism);
  }

  @Override
  public String startByHand(int parallelism, String savepoint) {
    return "flink run -p " + parallelism + " -s " + savepoint;
  }

  @Override
  public void close() {}
}
