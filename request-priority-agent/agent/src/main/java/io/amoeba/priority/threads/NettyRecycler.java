package io.amoeba.priority.threads;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Netty's recycler, which threads of all classes share, from making them wait for a low
 * thread. Stateless.
 */
public final class NettyRecycler {

  /*
   * A thread that takes a buffer from Netty's pool gives an object back to the I/O thread that put the buffer there, by way of an
   * MPSC queue. Whoever fills a chunk of that queue links the next one, and all other threads spin
   * meanwhile. If a low thread is preempted just then, request threads with a lower nice value spin
   * until the scheduler returns to it: on one CPU, 99 of them did so for up to ten seconds. Without
   * the recycler these objects are garbage of the young generation.
   */

  /** How many objects of a kind a thread keeps. */
  public static final String CAPACITY = "io.netty.recycler.maxCapacityPerThread";

  private static final String NONE = "0";

  private NettyRecycler() {}

  /** Switches it off unless the command line sets it. Before Netty's classes are loaded. */
  public static void disable() {
    if (System.getProperty(CAPACITY) == null) {
      System.setProperty(CAPACITY, NONE);
    }
  }

  /** Warns of a value of the command line with which low threads delay others. */
  static void check() {
    String capacity = System.getProperty(CAPACITY);
    if (!NONE.equals(capacity)) {
      Logger logger = LoggerFactory.getLogger(NettyRecycler.class);
      logger.warn(
          "-D{}={}: threads of the low class may delay requests of all classes by seconds. Omit"
              + " the option, or set it to 0",
          CAPACITY,
          capacity);
    }
  }
}
