package io.amoeba.coordinator.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Model.CommandSpec;

/** Tells failures as sentences, not as stack traces. Stateless. */
public final class Failures {
  private Failures() {}

  /**
   * Runs the work and returns its exit code, or tells why it failed. After Ctrl-C nothing is told:
   * what fails then does so because everything is being ended.
   *
   * @param subject begins the sentence
   */
  public static int told(String subject, CommandSpec spec, Callable<Integer> work) {
    AtomicBoolean ending = new AtomicBoolean();
    Thread hook = new Thread(() -> ending.set(true), "command-ending");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILURE;
    } catch (Exception e) {
      if (!ending.get()) {
        tell(subject, spec, e);
      }
      return ExitCode.FAILURE;
    } finally {
      remove(hook);
    }
  }

  private static void tell(String subject, CommandSpec spec, Exception failure) {
    PrintWriter err = spec.commandLine().getErr();
    String message = failure.getMessage();
    err.println(subject + " failed: " + (message == null ? failure.toString() : message));
    if (message == null || failure instanceof NullPointerException) {
      failure.printStackTrace(err);
    }
    err.flush();
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down.
    }
  }
}
