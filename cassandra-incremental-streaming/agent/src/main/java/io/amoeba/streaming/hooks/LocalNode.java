package io.amoeba.streaming.hooks;

import io.amoeba.streaming.agent.AgentOptions;
import io.amoeba.streaming.agent.IncrementalStreamingAgent;
import io.amoeba.streaming.joining.JoinPacing;
import io.amoeba.streaming.joining.JoiningNode;
import io.amoeba.streaming.member.FiguresThread;
import io.amoeba.streaming.member.MemberNode;
import io.amoeba.streaming.member.StartState;
import io.amoeba.streaming.ring.ExtraReplicas;

/**
 * The parts of the agent that patched methods use. Made at the first use, which is after Cassandra
 * has read its configuration. Thread safety is that of each part.
 */
final class LocalNode {

  private static final String RELEASE_LINE = "5.0";

  final ExtraReplicas extras = new ExtraReplicas();
  final ReadGate reads = new ReadGate(extras);
  final StartState startState = new StartState();
  final MemberNode member;
  final JoiningNode joining;
  final JoinPacing pacing;
  final FiguresThread figures;

  private static final class Holder {
    static final LocalNode NODE = new LocalNode();
  }

  private LocalNode() {
    AgentOptions options = IncrementalStreamingAgent.state().options();
    member = new MemberNode(options.joiningNodeTimeout(), extras, RELEASE_LINE);
    figures = new FiguresThread(member::hasJoins);
    pacing = new JoinPacing(options.pace(), options.join().sendersAtATime(), System::nanoTime);
    joining = new JoiningNode(options, extras, RELEASE_LINE, member::reportJoin, pacing);
  }

  static LocalNode get() {
    return Holder.NODE;
  }

  /** Whether this node or another one joins incrementally. Called for every request. */
  boolean seesJoin() {
    return joining.isJoining() || member.hasJoins();
  }
}
