package io.amoeba.shift.protocol.work;

import java.util.ArrayList;
import java.util.List;

/** Levers that note what was done. */
final class RecordingLevers implements NodeLevers {

  final List<String> done = new ArrayList<>();
  boolean warm = true;

  @Override
  public void shiftReads() {
    done.add("shift reads");
  }

  @Override
  public void returnReads() {
    done.add("return reads");
  }

  @Override
  public void drainClients() {
    done.add("drain clients");
  }

  @Override
  public void returnClients() {
    done.add("return clients");
  }

  @Override
  public void warm() {
    done.add("warm");
  }

  @Override
  public boolean isWarm() {
    return warm;
  }
}
