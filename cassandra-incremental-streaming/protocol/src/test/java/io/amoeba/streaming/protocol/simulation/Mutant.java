package io.amoeba.streaming.protocol.simulation;

/** One rule of the protocol, removed, by a port that lies. Users cannot reach any of this. */
enum Mutant {
  NONE,
  /** stream: it begins although members have not acknowledged the step. */
  STREAM_BEFORE_ACKNOWLEDGEMENTS,
  /** stream: it begins although writes from before may still be on their way. */
  STREAM_WITHOUT_DRAINING,
  /** whole: a failed session counts as a complete one. */
  INCOMPLETE_STEP,
  /** whole: what an attempt brings counts for a later one, also if members gave up in between. */
  EARLIER_ATTEMPT_COUNTS,
  /** source: ranges come from a replica that keeps them. */
  OTHER_SOURCE,
  /** confirm: the switch follows the streaming at once. */
  SWITCH_WITHOUT_CONFIRMATION,
  /** stream, confirm, settle: an acknowledgement of the announcement before counts, too. */
  EARLIER_ACKNOWLEDGEMENT_COUNTS,
  /** confirm: members' breaks are not looked at. */
  HELD_SINCE_IGNORED,
  /** confirm: a member gives up what it has confirmed. */
  CONFIRMED_GIVEN_UP,
  /** confirm: a member's start without the agent goes unnoticed. */
  START_WITHOUT_AGENT_UNNOTICED,
  /** disk first: gossip, then disk. */
  GOSSIP_BEFORE_DISK,
  /** disk first: gossip, then serving. */
  GOSSIP_BEFORE_SERVING(Violation.Kind.NOT_SERVED),
  /** order: a step is switched before the one that its senders presuppose. */
  SWITCHED_OUT_OF_ORDER,
  /** order: tokens that are done and settled become pending ones again. */
  DONE_SHRINKS,
  /** settle: losing replicas take no more writes as soon as the range is switched. */
  NO_SETTLING,
  /** settle: the end does not wait for acknowledgements. */
  SETTLED_BEFORE_ACKNOWLEDGEMENTS,
  /** settle: the end does not wait for requests that began before. */
  SETTLED_WITHOUT_TIMEOUTS,
  /** settle, restart: a restarted joining node forgets what settles. */
  SETTLING_FORGOTTEN,
  /** order: members apply older epochs. */
  OLDER_EPOCHS_APPLIED,
  /** order: a finished plan's old announcements open it again. */
  FINISHED_PLAN_REOPENED,
  /** void: members forget that a plan is void. */
  VOID_FORGOTTEN,
  /** void: the joining node does not listen; not unsafe, but it never ends. */
  VOID_NOT_LEARNT(Violation.Kind.ENDLESS),
  /** address: members know a join by the address at which it began; it never ends elsewhere. */
  ANOTHER_ADDRESS_IS_ANOTHER_JOIN(Violation.Kind.ENDLESS),
  /** restart: what senders brought before a restart counts afterwards. */
  STEP_RESUMED_AFTER_RESTART,
  /** restart: the epochs of before are used again. */
  EPOCHS_REUSED,
  /** truncate: the joining node does not listen. */
  TRUNCATIONS_NOT_FOLLOWED(Violation.Kind.TRUNCATED_ROW),
  /** truncate: the joining node deletes nothing. */
  TRUNCATED_NOT_PURGED(Violation.Kind.TRUNCATED_ROW),
  /** truncate: what was written after it does not come again. */
  TRUNCATED_NOT_STREAMED_AGAIN,
  /** truncate: it comes again although writes from before may still be on their way. */
  STREAMED_AGAIN_WITHOUT_DRAINING,
  /** truncate: a member acknowledges while one is under way that began before. */
  ACKNOWLEDGED_DURING_TRUNCATE(Violation.Kind.TRUNCATED_ROW),
  /** truncate: who is about to own tokens is not asked. */
  JOINING_NODE_NOT_ASKED_TO_TRUNCATE(Violation.Kind.TRUNCATED_ROW),
  /** member: acknowledges before its disk has it. */
  ACKNOWLEDGED_BEFORE_DISK,
  /** member, joining node: says what its disk has, but has not forced, and power is lost. */
  ACKNOWLEDGED_BEFORE_FORCED,
  /** member, joining node: a file takes its name before its text is forced, and power is lost. */
  RENAMED_BEFORE_FORCED(Violation.Kind.DAMAGED_FILE),
  /** member: normal tokens before the losing replicas' extra replicas. */
  NORMAL_TOKENS_FIRST;

  private final Violation.Kind harm;

  Mutant() {
    this(Violation.Kind.STALE_READ);
  }

  Mutant(Violation.Kind harm) {
    this.harm = harm;
  }

  /** What the rule keeps from happening: to be caught by anything else proves nothing of it. */
  Violation.Kind harm() {
    return harm;
  }
}
