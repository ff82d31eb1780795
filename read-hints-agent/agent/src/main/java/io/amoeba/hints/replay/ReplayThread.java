package io.amoeba.hints.replay;

/** A thread whose reads are replays; metrics tell them from clients' reads by this class. */
public final class ReplayThread extends Thread {

  ReplayThread(Runnable replays, int number) {
    super(replays, "ReadHintReplay-" + number);
    setDaemon(true);
    setPriority(MIN_PRIORITY);
  }
}
