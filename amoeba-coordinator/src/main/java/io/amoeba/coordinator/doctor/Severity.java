package io.amoeba.coordinator.doctor;

import java.util.Locale;

/** How much a finding matters, from nothing to most. */
public enum Severity {
  /** As it should be. */
  OK,
  /** Could not be seen, so nothing is claimed. */
  UNKNOWN,
  /** Works; another setting would be better. */
  ADVICE,
  /** Works now, but costs locality or will fail when something else does. */
  WARNING,
  /** The coordinator cannot do its work, or data is at risk. */
  ERROR;

  /** As tables and JSON write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
