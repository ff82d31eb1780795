package io.amoeba.coordinator.flink;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where Flink's processes reach each other. Stateless. */
final class RpcAddress {

  /** Such as {@code pekko.tcp://flink@10.0.0.1:6122/user/rpc/taskmanager_0}. */
  private static final Pattern ADDRESS = Pattern.compile(".*@\\[?([^/@]+?)\\]?:\\d+/.*");

  private RpcAddress() {}

  /** The host of an address, empty if there is none. */
  static String host(String address) {
    Matcher matcher = ADDRESS.matcher(address);
    return matcher.matches() ? matcher.group(1) : "";
  }
}
