package io.amoeba.priority.operator;

import io.amoeba.priority.admission.ClassGates;
import io.amoeba.priority.agent.AgentOptions;
import io.amoeba.priority.agent.SampleOptions;
import io.amoeba.priority.classify.ControlConnections;
import io.amoeba.priority.classify.RoleRefresh;
import io.amoeba.priority.classify.SampleUsers;
import io.amoeba.priority.protocol.admission.Admission;
import io.amoeba.priority.protocol.admission.AdmissionGate;
import io.amoeba.priority.protocol.admission.AdmittedRequests;
import io.amoeba.priority.protocol.admission.GateBounds;
import io.amoeba.priority.protocol.admission.HighActivity;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.ArrayList;
import java.util.List;

/** The parts of a node that operators see, without Cassandra. Confined to one thread. */
final class OperatedNode implements AdmittedRequests<String> {

  static final AgentOptions OPTIONS = SampleOptions.of("applications=nightly=low");

  final PrioritySettings settings = new PrioritySettings(OPTIONS);
  final PriorityCounters counters = new PriorityCounters();
  final HighActivity high = new HighActivity(1, 10_000, System.nanoTime());
  final AdmissionGate<String> gate =
      new AdmissionGate<>(this, high, new GateBounds(100, 1_000, 10_000), 64, System.nanoTime());
  final AdmissionGate<String> normalGate =
      new AdmissionGate<>(this, high, new GateBounds(100, 1_000, 10_000), 128, System.nanoTime());
  final ClassGates gates = new ClassGates(gate, normalGate);
  final SampleUsers users = new SampleUsers(OPTIONS.classes());
  final List<String> ran = new ArrayList<>();
  final PriorityFigures figures =
      new PriorityFigures(
          counters,
          gates,
          high,
          users.users(),
          new RoleRefresh(users.users()),
          new ControlConnections());
  final RequestPriority bean =
      new RequestPriority(
          null, settings, counters, figures, gates, users.users(), users.explanation());

  /** A high request runs; then low ones arrive, of which one may run. */
  void hold(int requests) {
    gate.setLimit(1);
    int unended = high.begin(System.nanoTime());
    for (int i = 0; i <= requests; i++) {
      gate.arrive("request" + i + " beside " + unended, 10, System.nanoTime());
    }
  }

  /** Normal requests arrive beside a high one, of which one may run. */
  void holdNormal(int requests) {
    normalGate.setLimit(1);
    for (int i = 0; i <= requests; i++) {
      normalGate.arrive("normal request" + i, 10, System.nanoTime());
    }
  }

  @Override
  public void run(String request, Admission admission) {
    ran.add(request);
  }

  @Override
  public void shed(String request) {
    throw new AssertionError(request + " is shed");
  }
}
