package io.amoeba.agentkit.threads;

import com.sun.jna.Function;
import com.sun.jna.Platform;

/**
 * How willingly a thread yields the CPU to others. The JVM ignores {@link Thread#setPriority(int)}
 * on Linux by default; the kernel has a nice value for each thread all the same, and disk
 * schedulers that know priorities follow it. Stateless.
 */
public final class NiceValue {

  private static final int MOST = 19;
  private static final int PRIO_PROCESS = 0;
  private static final int CALLING_THREAD = 0;

  private NiceValue() {}

  /**
   * Raises that of the calling thread, and of no other one, above that of the process. A thread
   * that has inherited a raised value is not raised again. Needs no privilege; a thread does not
   * come back without one.
   *
   * @param by from 0 to 19; 10 leaves about a tenth of the CPU time that others get. The sum is 19
   *     at most
   * @return false where it cannot be done: not on Linux, or without Cassandra's native library
   */
  public static boolean raise(int by) {
    try {
      if (!Platform.isLinux()) {
        return false;
      }
      // Of the thread that has started the JVM.
      int ofProcess = call("getpriority", PRIO_PROCESS, (int) ProcessHandle.current().pid());
      int raised = Math.min(MOST, ofProcess + by);
      return call("getpriority", PRIO_PROCESS, CALLING_THREAD) >= raised
          || call("setpriority", PRIO_PROCESS, CALLING_THREAD, raised) == 0;
    } catch (LinkageError | RuntimeException e) {
      // Cassandra runs without its native library, too.
      return false;
    }
  }

  private static int call(String function, Object... arguments) {
    return Function.getFunction("c", function).invokeInt(arguments);
  }
}
