package io.amoeba.agentkit.patch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.bytebuddy.asm.Advice;

/** Notes what was called. */
final class DoorAdvice {

  static final List<String> CALLS = new CopyOnWriteArrayList<>();

  private DoorAdvice() {}

  static final class Built {
    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) int width) {
      CALLS.add("built " + width);
    }
  }

  static final class Opened {
    @Advice.OnMethodEnter
    static void enter() {
      CALLS.add("opened");
    }
  }
}
