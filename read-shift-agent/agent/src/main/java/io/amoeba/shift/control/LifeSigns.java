package io.amoeba.shift.control;

/** Whether the control thread lives, as its watchdog sees it. Confined to one thread. */
final class LifeSigns {

  /** Seconds by the watchdog's own checks: a pause of the whole process is one of them. */
  private static final int MOST_SECONDS_WITHOUT_A_TICK = 10;

  private final ControlThread watched;
  private long lastTicks = -1;
  private int withoutATick;

  LifeSigns(ControlThread watched) {
    this.watched = watched;
  }

  /** Whether the thread has ended or hangs; called every second. */
  boolean areMissing() {
    long ticks = watched.ticks();
    withoutATick = ticks == lastTicks ? withoutATick + 1 : 0;
    lastTicks = ticks;
    return !watched.isAlive() || withoutATick > MOST_SECONDS_WITHOUT_A_TICK;
  }
}
