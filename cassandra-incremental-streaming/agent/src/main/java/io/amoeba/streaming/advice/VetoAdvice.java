package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.JoinHooks;
import net.bytebuddy.asm.Advice;

/** Operations that must not run while a node joins. */
final class VetoAdvice {

  private VetoAdvice() {}

  static final class Decommission {
    @Advice.OnMethodEnter
    static void enter() {
      JoinHooks.refuseDuringJoin("decommission");
    }
  }

  static final class Move {
    @Advice.OnMethodEnter
    static void enter() {
      JoinHooks.refuseDuringJoin("move");
    }
  }

  static final class Cleanup {
    @Advice.OnMethodEnter
    static void enter() {
      JoinHooks.refuseDuringJoin("cleanup");
    }
  }

  static final class Import {

    @Advice.OnMethodEnter
    static void enter() {
      JoinHooks.refuseImport();
    }
  }

  static final class Repair {
    @Advice.OnMethodEnter
    static void enter() {
      JoinHooks.refuseDuringJoin("repair");
    }
  }

  static final class AutoRepair {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return JoinHooks.postponesAutoRepair();
    }
  }

  static final class RemoveNode {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) String hostId) {
      JoinHooks.refuseRemoval(hostId);
    }
  }

  static final class Assassinate {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) String address) {
      JoinHooks.refuseAssassination(address);
    }
  }
}
