package io.amoeba.coordinator.doctor;

/** Knows loopback addresses by their text. Stateless. */
final class Loopback {

  private Loopback() {}

  static boolean is(String host) {
    return host.startsWith("127.") || host.equals("::1") || host.equalsIgnoreCase("localhost");
  }
}
