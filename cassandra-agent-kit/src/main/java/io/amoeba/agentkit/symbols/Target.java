package io.amoeba.agentkit.symbols;

/**
 * A method or constructor of Cassandra that is patched.
 *
 * @param type its class, by full name
 * @param method its name in the class file, which is {@code <init>} for a constructor
 * @param advice the class whose code is inlined, by full name; its file is read, it is never loaded
 * @param purpose why, for people
 * @param optional whether there are releases of this line without the class, which need no patch
 */
public record Target(
    String type,
    String method,
    String descriptor,
    String advice,
    String purpose,
    boolean optional) {

  /** As "StorageService#onChange". */
  public String shortName() {
    return type.substring(type.lastIndexOf('.') + 1) + "#" + method;
  }
}
