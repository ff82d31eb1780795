package io.amoeba.freshreads.link;

/** Why a primary takes no heartbeat, and what an operator can do about it. Immutable. */
final class WriteRefusal {
  private final String code;
  private final String remedy;

  private WriteRefusal(String code, String remedy) {
    this.code = code;
    this.remedy = remedy;
  }

  /**
   * The refusal with a server's error.
   *
   * @param code such as OOM
   * @param heartbeatKey the key that was to be written, {@code prefix{tag}:process}
   */
  static WriteRefusal of(String code, String heartbeatKey) {
    return new WriteRefusal(code, remedy(code, heartbeatKey));
  }

  private static String remedy(String code, String heartbeatKey) {
    switch (code) {
      case "NOPERM":
        int tag = heartbeatKey.indexOf('{');
        String prefix = tag < 0 ? heartbeatKey : heartbeatKey.substring(0, tag);
        return "grant it with ACL SETUSER <user> ~" + prefix + "* +get +set +readonly";
      case "OOM":
        return "free memory, or raise maxmemory";
      case "NOREPLICAS":
        return "bring back the replicas that min-replicas-to-write asks for";
      case "MISCONF":
        return "let the server save again: its log tells what fails";
      default:
        return "see the server's log";
    }
  }

  /** Of the server's error. */
  String code() {
    return code;
  }

  String remedy() {
    return remedy;
  }
}
