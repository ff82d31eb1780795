package io.amoeba.agentkit.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.agentkit.symbols.Target;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PatchesTest {

  private static final String PACKAGE = "io.amoeba.agentkit.patch.";
  private static final AgentProduct PRODUCT =
      new AgentProduct("Door bell", "amoeba.door-bell", "nothing is patched");

  @Test
  void constructorsAndOneOfSeveralMethodsOfANameArePatched() {
    StartReport report =
        install(target("Door", "<init>", "(I)V", "Built"), target("Door", "open", "()I", "Opened"));

    assertThat(report.targets())
        .containsExactly(
            "not loaded yet Door#<init>: to be heard", "not loaded yet Door#open: to be heard");
    Door door = new Door(3);
    assertThat(DoorAdvice.CALLS).containsExactly("built 3");
    assertThat(door.open(2)).isEqualTo(6);
    assertThat(DoorAdvice.CALLS).hasSize(1);
    assertThat(door.open()).isEqualTo(3);

    assertThat(DoorAdvice.CALLS).containsExactly("built 3", "opened");
    assertThat(report.targets())
        .containsExactly("patched Door#<init>: to be heard", "patched Door#open: to be heard");
    assertThat(report.failures()).isEmpty();
    assertThatCode(report::requirePatched).doesNotThrowAnyException();
  }

  @Test
  void aMethodThatTheLoadedClassLacksIsReportedAndRefused() {
    Instrumentation instrumentation = ByteBuddyAgent.install();
    ClassFileTransformer remover = new MethodRemover(internal("Window"), "close");
    instrumentation.addTransformer(remover);
    StartReport report =
        install(
            target("Window", "open", "()I", "Opened"), target("Window", "close", "()I", "Opened"));

    assertThat(new Window().open()).isEqualTo(1);
    instrumentation.removeTransformer(remover);

    assertThat(report.targets())
        .containsExactly(
            "patched Window#open: to be heard", "NOT PATCHED Window#close: to be heard");
    assertThat(report.text())
        .contains("NOT PATCHED Window#close")
        .contains("Failed: Window#close: the class that was loaded has no close()I");
    assertThatThrownBy(report::requirePatched)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Door bell could not patch all that it needs")
        .hasMessageContaining("Window#close")
        .hasMessageContaining("Remove the -javaagent line");
  }

  private static StartReport install(Target... targets) {
    StartReport report = new StartReport(PRODUCT, "5.0.9", List.of(targets));
    Patches.install(ByteBuddyAgent.install(), report);
    return report;
  }

  private static Target target(String type, String method, String descriptor, String advice) {
    return new Target(
        PACKAGE + type, method, descriptor, PACKAGE + "DoorAdvice$" + advice, "to be heard", false);
  }

  private static String internal(String type) {
    return (PACKAGE + type).replace('.', '/');
  }

  /** Another agent, which comes first. */
  private record MethodRemover(String type, String method) implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] classFile) {
      if (!type.equals(name)) {
        return null;
      }
      ClassWriter changed = new ClassWriter(0);
      new ClassReader(classFile)
          .accept(
              new ClassVisitor(Opcodes.ASM9, changed) {
                @Override
                public @Nullable MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] thrown) {
                  return name.equals(method)
                      ? null
                      : super.visitMethod(access, name, descriptor, signature, thrown);
                }
              },
              0);
      return changed.toByteArray();
    }
  }
}
