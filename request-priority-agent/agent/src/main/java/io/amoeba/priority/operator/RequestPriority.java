package io.amoeba.priority.operator;

import io.amoeba.agentkit.beans.AgentBean;
import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.priority.admission.ClassGates;
import io.amoeba.priority.agent.AgentOptions;
import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.agent.ApplicationRules;
import io.amoeba.priority.classify.ClassExplanation;
import io.amoeba.priority.classify.ClassedUser;
import io.amoeba.priority.classify.ClassedUsers;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The MBean, over the live state. */
public final class RequestPriority extends AgentBean implements RequestPriorityMXBean {

  private static final int MICRO = 1_000;

  private final PrioritySettings settings;
  private final LiveClassRules rules;
  private final PriorityCounters counters;
  private final PriorityFigures figures;
  private final ClassGates gates;
  private final ClassedUsers users;
  private final ClassExplanation explanation;

  /**
   * Over the parts of a node.
   *
   * @param report of the agent's start; null where nothing was patched, as in tests
   */
  public RequestPriority(
      @Nullable StartReport report,
      PrioritySettings settings,
      PriorityCounters counters,
      PriorityFigures figures,
      ClassGates gates,
      ClassedUsers users,
      ClassExplanation explanation) {
    super(NAME, report);
    this.settings = settings;
    this.rules = new LiveClassRules(settings, users);
    this.counters = counters;
    this.figures = figures;
    this.gates = gates;
    this.users = users;
    this.explanation = explanation;
  }

  @Override
  public Map<String, Long> getFigures() {
    return PriorityFigures.values(figures.node());
  }

  @Override
  public Map<String, Map<String, Long>> getClasses() {
    Map<String, Map<String, Long>> classes = new TreeMap<>();
    for (ServiceClass serviceClass : ServiceClass.values()) {
      classes.put(serviceClass.text(), PriorityFigures.values(figures.of(serviceClass)));
    }
    return classes;
  }

  @Override
  public List<String> getUsers() {
    return users.listed().stream().map(RequestPriority::line).sorted().toList();
  }

  private static String line(ClassedUser user) {
    Entitlement entitlement = user.entitlement();
    return "%s: %s; %d high, %d normal, %d low, %d refused"
        .formatted(
            user.printableName(),
            entitlement == null
                ? "roles not read yet"
                : "standard class %s, at most %s"
                    .formatted(entitlement.standard().text(), entitlement.most().text()),
            user.served(ServiceClass.HIGH),
            user.served(ServiceClass.NORMAL),
            user.served(ServiceClass.LOW),
            user.refused());
  }

  @Override
  public boolean isEnabled() {
    return settings.isEnabled();
  }

  @Override
  public void setEnabled(boolean on) {
    settings.setEnabled(on);
  }

  @Override
  public String getMode() {
    return ChoiceNames.of(settings.mode());
  }

  @Override
  public void setMode(String mode) {
    settings.setMode(choice("Mode", Mode.class, mode));
  }

  @Override
  public String getLowLimit() {
    return SettingTexts.lowLimit(settings.lowLimit());
  }

  @Override
  public void setLowLimit(String limit) {
    settings.setLowLimit(SettingTexts.isAuto(limit) ? OptionalInt.empty() : number(limit));
  }

  private static OptionalInt number(String limit) {
    String digits = limit.strip();
    if (digits.matches("[0-9]{1,4}")) {
      int requests = Integer.parseInt(digits);
      if (requests >= 1 && requests <= AgentOptions.MAX_LIMIT) {
        return OptionalInt.of(requests);
      }
    }
    throw new IllegalArgumentException(
        "LowLimit="
            + printable(limit)
            + ": want auto, or a whole number 1 … "
            + AgentOptions.MAX_LIMIT);
  }

  @Override
  public int getMaxLowLimit() {
    return settings.maxLowLimit();
  }

  @Override
  public void setMaxLowLimit(int requests) {
    settings.setMaxLowLimit((int) within("MaxLowLimit", requests, 1, AgentOptions.MAX_LIMIT));
  }

  @Override
  public String getNormalLimit() {
    return ChoiceNames.of(settings.normalLimit());
  }

  @Override
  public void setNormalLimit(String limit) {
    settings.setNormalLimit(choice("NormalLimit", NormalLimits.class, limit));
  }

  @Override
  public int getActivation() {
    return settings.activation();
  }

  @Override
  public void setActivation(int requests) {
    settings.setActivation((int) within("Activation", requests, 1, AgentOptions.MAX_ACTIVATION));
  }

  @Override
  public long getQuietTimeMillis() {
    return settings.quietTime().toMillis();
  }

  @Override
  public void setQuietTimeMillis(long millis) {
    settings.setQuietTime(
        Duration.ofMillis(
            within("QuietTimeMillis", millis, 0, AgentOptions.MAX_QUIET_TIME.toMillis())));
  }

  @Override
  public long getHopWaitTargetMicros() {
    return settings.hopWaitTarget().toNanos() / MICRO;
  }

  @Override
  public void setHopWaitTargetMicros(long micros) {
    settings.setHopWaitTarget(
        Duration.of(
            within(
                "HopWaitTargetMicros",
                micros,
                AgentOptions.MIN_HOP_WAIT_TARGET.toNanos() / MICRO,
                AgentOptions.MAX_HOP_WAIT_TARGET.toNanos() / MICRO),
            ChronoUnit.MICROS));
  }

  @Override
  public String getInlineLocal() {
    return ChoiceNames.of(settings.inlineLocal());
  }

  @Override
  public void setInlineLocal(String classes) {
    settings.setInlineLocal(choice("InlineLocal", InlineLocal.class, classes));
  }

  @Override
  public boolean isOwnThreads() {
    return settings.isOwnThreads();
  }

  @Override
  public void setOwnThreads(boolean on) {
    settings.setOwnThreads(on);
  }

  @Override
  public boolean isTaskOrder() {
    return settings.isTaskOrder();
  }

  @Override
  public void setTaskOrder(boolean on) {
    settings.setTaskOrder(on);
  }

  @Override
  public String getDefaultClass() {
    return rules.now().standard().text();
  }

  @Override
  public void setDefaultClass(String name) {
    ServiceClass standard = choice("DefaultClass", ServiceClass.class, name);
    if (standard == ServiceClass.HIGH) {
      throw new IllegalArgumentException(
          "DefaultClass=high: want normal or low; grant a role to those who are high");
    }
    rules.setStandard(standard);
  }

  @Override
  public String getMaxAnonymousClass() {
    return rules.now().anonymousMost().text();
  }

  @Override
  public void setMaxAnonymousClass(String name) {
    rules.setAnonymousMost(choice("MaxAnonymousClass", ServiceClass.class, name));
  }

  @Override
  public String getOnUnauthorized() {
    return ChoiceNames.of(rules.now().onUnauthorized());
  }

  @Override
  public void setOnUnauthorized(String answer) {
    rules.setOnUnauthorized(choice("OnUnauthorized", OnUnauthorized.class, answer));
  }

  @Override
  public String getApplications() {
    return ApplicationRules.text(rules.now().applications());
  }

  @Override
  public void setApplications(String text) {
    rules.setApplications(ApplicationRules.parse(text));
  }

  @Override
  public int releaseAll() {
    int held = gates.held();
    // Their own thread closes them again.
    gates.open(System.nanoTime());
    return held;
  }

  @Override
  public void resetLatencies() {
    counters.resetLatencies();
  }

  @Override
  public String explain(String user, String payload) {
    return explanation.explain(user, "", "", payload);
  }

  @Override
  public String explainConnection(String user, String application, String startup, String payload) {
    return explanation.explain(user, application, startup, payload);
  }

  private static <E extends Enum<E>> E choice(String attribute, Class<E> type, String name) {
    return ChoiceNames.find(type, name.strip())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    attribute + "=" + printable(name) + ": " + ChoiceNames.wanted(type)));
  }

  private static String printable(String value) {
    return value.replaceAll("[^ -~]", "?");
  }

  private static long within(String attribute, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(attribute + "=" + value + ": want " + min + " … " + max);
    }
    return value;
  }
}
