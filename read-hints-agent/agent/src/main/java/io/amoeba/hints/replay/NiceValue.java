package io.amoeba.hints.replay;

import com.sun.jna.Function;
import com.sun.jna.Platform;

/**
 * How willingly a thread yields the CPU to others. The JVM ignores {@link Thread#setPriority(int)}
 * on Linux by default; the kernel has a nice value for each thread all the same, and disk
 * schedulers that know priorities follow it. Stateless.
 */
final class NiceValue {

  /** Leaves about a tenth of the CPU time that a thread of the node's own value gets. */
  private static final int MORE = 10;

  private static final int MOST = 19;
  private static final int PRIO_PROCESS = 0;
  private static final int CALLING_THREAD = 0;

  private NiceValue() {}

  /** Makes the calling thread, and no other one, a nicer one; false where that cannot be done. */
  static boolean raise() {
    try {
      if (!Platform.isLinux()) {
        return false;
      }
      int value = call("getpriority", PRIO_PROCESS, CALLING_THREAD);
      return call("setpriority", PRIO_PROCESS, CALLING_THREAD, Math.min(MOST, value + MORE)) == 0;
    } catch (LinkageError | RuntimeException e) {
      // Cassandra runs without its native library, too.
      return false;
    }
  }

  private static int call(String function, Object... arguments) {
    return Function.getFunction("c", function).invokeInt(arguments);
  }
}
