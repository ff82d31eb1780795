package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.VetoHooks;
import net.bytebuddy.asm.Advice;

/** Operations that must not run while a node joins. */
final class VetoAdvice {

  private VetoAdvice() {}

  static final class Decommission {
    @Advice.OnMethodEnter
    static void enter() {
      VetoHooks.refuseDuringJoin("decommission");
    }
  }

  static final class Move {
    @Advice.OnMethodEnter
    static void enter() {
      VetoHooks.refuseDuringJoin("move");
    }
  }

  static final class Cleanup {
    @Advice.OnMethodEnter
    static void enter() {
      VetoHooks.refuseDuringJoin("cleanup");
    }
  }

  static final class Import {

    @Advice.OnMethodEnter
    static void enter() {
      VetoHooks.refuseDuringJoin("import of SSTables");
    }
  }

  static final class Repair {
    @Advice.OnMethodEnter
    static void enter() {
      VetoHooks.refuseDuringJoin("repair");
    }
  }

  static final class AutoRepair {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return VetoHooks.postponesAutoRepair();
    }
  }

  static final class RemoveNode {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) String hostId) {
      VetoHooks.refuseRemoval(hostId);
    }
  }

  static final class Assassinate {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) String address) {
      VetoHooks.refuseAssassination(address);
    }
  }
}
