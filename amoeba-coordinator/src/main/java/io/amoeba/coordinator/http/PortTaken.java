package io.amoeba.coordinator.http;

/** The address to listen on is in use, or does not exist on this machine: choose another. */
public final class PortTaken extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PortTaken(String address, Throwable cause) {
    super(
        "cannot listen on "
            + address
            + ": "
            + cause.getMessage()
            + ". Choose another http.port (or --http-port), or stop the program that uses it.",
        cause);
  }
}
