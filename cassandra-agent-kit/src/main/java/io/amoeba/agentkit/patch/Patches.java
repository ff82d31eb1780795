package io.amoeba.agentkit.patch;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.amoeba.agentkit.symbols.Target;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/** Patches methods and constructors as Cassandra loads their classes. Used once. */
public final class Patches {

  private static final ClassFileLocator FILES = ClassFileLocator.ForClassLoader.ofSystemLoader();
  private static final TypePool ADVICE = TypePool.Default.of(FILES);

  private Patches() {}

  /** Patches the targets of the report, which is told what became of each. */
  public static void install(Instrumentation instrumentation, StartReport report) {
    AgentBuilder builder =
        new AgentBuilder.Default().disableClassFormatChanges().with(new Listener(report));
    Map<String, List<Target>> byType =
        report.wanted().stream().collect(Collectors.groupingBy(Target::type));
    for (Map.Entry<String, List<Target>> type : byType.entrySet()) {
      builder =
          builder
              .type(named(type.getKey()))
              .transform(
                  (patch, description, loader, module, domain) ->
                      patched(patch, type.getValue(), report));
    }
    builder.installOn(instrumentation);
  }

  private static DynamicType.Builder<?> patched(
      DynamicType.Builder<?> type, List<Target> targets, StartReport report) {
    DynamicType.Builder<?> result = type;
    for (Target target : targets) {
      // From the class file: loading it would load, unpatched, classes that it names.
      Advice advice = Advice.to(ADVICE.describe(target.advice()).resolve(), FILES);
      result = result.visit(new TargetPatch(target, advice, report).visitor());
    }
    return result;
  }

  private static final class Listener extends AgentBuilder.Listener.Adapter {

    private final StartReport report;

    Listener(StartReport report) {
      this.report = report;
    }

    @Override
    public void onTransformation(
        TypeDescription type,
        @Nullable ClassLoader loader,
        @Nullable JavaModule module,
        boolean loaded,
        DynamicType dynamicType) {
      report.patched(type.getName());
    }

    @Override
    public void onError(
        String type,
        @Nullable ClassLoader loader,
        @Nullable JavaModule module,
        boolean loaded,
        Throwable cause) {
      report.failed(type, cause);
    }
  }
}
