package io.amoeba.coordinator.changes.parallelism;

import java.util.List;
import java.util.Optional;

/**
 * Port to what runs jobs. Whatever changes something may be asked for again: it happens once. Each
 * method throws {@link Unreachable} if there was no answer, and those that change something {@link
 * Refused} if the answer was no. Confined to one thread.
 */
public interface JobControl extends AutoCloseable {

  /** Nobody answered; what was asked for may have happened. */
  final class Unreachable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unreachable(String message) {
      super(message);
    }
  }

  /** It was refused, and has not happened. The message says why. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
      super(message);
    }
  }

  /** How a job stands. */
  JobSight look(String job);

  /** Ids of jobs with a name that have not ended. */
  List<String> alive(String name);

  /**
   * Makes sure, as far as that can be known before, that the program can be started.
   *
   * @param parallelism of its operators
   */
  void check(int parallelism);

  /**
   * Begins to stop a job with a savepoint.
   *
   * @param trigger the stop's own id, 32 hexadecimal digits
   */
  void stop(String job, String trigger);

  /** How far a stop has come. */
  StopSight stopped(String job, String trigger);

  /**
   * Where the savepoint of a stop is, as the ended job itself knows it; empty also if the job went
   * on and has completed a checkpoint since.
   */
  Optional<String> savepoint(String job, String trigger);

  /** Where the newest checkpoint or savepoint is that an ended job has left, if that is known. */
  Optional<String> newest(String job);

  /** Where savepoints of a stop are written to, for people. */
  String savepointFolder(String trigger);

  /**
   * Starts the program from a savepoint, without waiting until it runs.
   *
   * @param job the id that the job gets, 32 hexadecimal digits
   */
  void start(String job, int parallelism, String savepoint);

  /** Ends a job without a savepoint, without waiting for its end. */
  void cancel(String job);

  /**
   * The operators of a running job, by id, that are to have a parallelism as far as there are task
   * slots for it.
   */
  List<String> operators(String job, int parallelism);

  /** Lets operators of a running job change their parallelism in place, without waiting for it. */
  void require(String job, List<String> operators, int parallelism);

  /** What a person does to start the program by hand. */
  String startByHand(int parallelism, String savepoint);

  @Override
  void close();
}
