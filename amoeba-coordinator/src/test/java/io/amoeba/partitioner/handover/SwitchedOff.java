package io.amoeba.partitioner.handover;

/** A rule of the hand-over that a model check switches off, to see that it notices. */
public enum SwitchedOff {
  /** All rules hold. */
  NOTHING,

  // Routers
  /** Records of a hash slot that changed hands name its former owner. */
  FORMER_OWNER_NAMED,
  /** A router switches only to a map in phase COMMIT. */
  COMMIT_AWAITED,
  /** A router decides by the newest document, however late it looks. */
  NEWEST_WORD_DECIDES,
  /** A router leaves an epoch only when the coordinator says that it is complete. */
  COMPLETION_AWAITED,
  /** The complete epoch counts only with the router's own incarnation. */
  OWN_INCARNATION_IN_COHORT,
  /** The marker of an epoch precedes its records on every channel. */
  MARKER_FIRST,
  /** A router says in-band that its epoch is complete before its records name nobody. */
  SETTLED_SAID,
  /** All routers continue with the newest map that any of them has restored. */
  NEWEST_MAP_RESTORED,

  // Gates
  /** A gate keeps records until it knows that their former owner has finished. */
  RECORDS_KEPT,
  /** A gate has completed what it began before it reports that it has finished. */
  FLUSHED_BEFORE_FINISHED,
  /** A gate has the markers of all routers before it reports that it has finished. */
  ALL_MARKERS_BEFORE_FINISHED,
  /** A report of the former owner counts only with the hash of the gate's own markers. */
  REPORTS_OF_OWN_COHORT,
  /** A report of the former owner counts only for its epoch. */
  REPORTS_OF_OWN_EPOCH,
  /** A checkpoint counts only if its barrier came after the last marker. */
  CHECKPOINT_AFTER_MARKERS,
  /** What a gate has begun is completed before it takes its part of a checkpoint. */
  FLUSHED_BEFORE_CHECKPOINT,
  /** Kept records are in the checkpoint. */
  KEPT_RECORDS_STORED,
  /** No gate takes input before all gates have processed what they restored. */
  GATES_AWAITED_AFTER_RESTORE,

  // Task managers
  /** A task manager takes no older map than the one that it has. */
  NEWEST_MAP_KEPT,

  /** Of an earlier coordinator's word only the maps remain. */
  FORMER_WORD_DROPPED,

  // Coordinator
  /** An epoch is complete only if every gate reports it with these routers' hash. */
  COHORTS_COMPARED,
  /** Another map is published only when no router may be switching. */
  HAND_OVER_AWAITED,
  /** A map is published only when all routers' task managers have heard of this coordinator. */
  ALL_ROUTERS_HEAR,
  /** The cohort that may switch is stored before it hears so. */
  COMMIT_STORED,
  /** A map is committed only when all routers have prepared it. */
  ALL_PREPARED
}
