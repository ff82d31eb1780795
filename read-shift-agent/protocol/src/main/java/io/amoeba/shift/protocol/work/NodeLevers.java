package io.amoeba.shift.protocol.work;

/** What a shift moves at its node. Implementations throw nothing, and retry what fails. */
public interface NodeLevers {

  /** Reads go to other replicas from now on. */
  void shiftReads();

  /** Reads come as without a shift. */
  void returnReads();

  /** Disconnects the clients after their requests, and accepts no others. */
  void drainClients();

  /** Accepts clients again, if {@link #drainClients} has disconnected them. */
  void returnClients();

  /** Starts to warm the caches; not again while it does. */
  void warm();

  /** Whether the warming has ended, or nothing here can warm. */
  boolean isWarm();
}
