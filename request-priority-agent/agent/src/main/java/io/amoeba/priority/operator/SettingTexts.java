package io.amoeba.priority.operator;

import io.amoeba.agentkit.options.ChoiceNames;
import io.amoeba.agentkit.options.DurationText;
import io.amoeba.priority.agent.AgentOptions;
import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.ApplicationRules;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All settings of a node, as text under the keys of options. Stateless. */
public final class SettingTexts {

  private static final String AUTO = "auto";

  private SettingTexts() {}

  static SortedMap<String, String> of(PrioritySettings settings) {
    SortedMap<String, String> texts = new TreeMap<>();
    texts.put("enabled", onOff(settings.isEnabled()));
    texts.put("mode", ChoiceNames.of(settings.mode()));
    texts.put("low-limit", lowLimit(settings.lowLimit()));
    texts.put("max-low-limit", String.valueOf(settings.maxLowLimit()));
    texts.put("normal-limit", ChoiceNames.of(settings.normalLimit()));
    texts.put("activation", String.valueOf(settings.activation()));
    texts.put("quiet-time", DurationText.of(settings.quietTime()));
    texts.put("hop-wait-target", DurationText.of(settings.hopWaitTarget()));
    texts.put("inline-local", ChoiceNames.of(settings.inlineLocal()));
    texts.put("own-threads", onOff(settings.isOwnThreads()));
    texts.put("task-order", onOff(settings.isTaskOrder()));
    ClassOptions classes = settings.classes();
    texts.put("default-class", classes.standard().text());
    texts.put("max-anonymous-class", classes.anonymousMost().text());
    texts.put("on-unauthorized", ChoiceNames.of(classes.onUnauthorized()));
    texts.put("role-high", classes.roleHigh());
    texts.put("role-high-always", classes.roleHighAlways());
    texts.put("role-low", classes.roleLow());
    texts.put("applications", ApplicationRules.text(classes.applications()));
    AgentOptions fixed = settings.atStart();
    texts.put("max-hold-time", DurationText.of(fixed.hold().longest()));
    texts.put("max-held-requests", String.valueOf(fixed.hold().requests()));
    texts.put("max-held-percent", fixed.hold().percentOfBytes() + "%");
    texts.put("nice", String.valueOf(fixed.threads().nice()));
    texts.put("low-threads", String.valueOf(fixed.threads().low()));
    texts.put("propagate", onOff(fixed.propagate()));
    return texts;
  }

  /** In a line, as {@code low-limit=auto, mode=act}. */
  public static String line(PrioritySettings settings) {
    return of(settings).entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }

  static String lowLimit(OptionalInt limit) {
    return limit.isPresent() ? String.valueOf(limit.getAsInt()) : AUTO;
  }

  static boolean isAuto(String limit) {
    return limit.strip().equalsIgnoreCase(AUTO);
  }
}
