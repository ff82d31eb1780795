package io.amoeba.freshreads.linkage;

/**
 * A class of lettuce, or one of its methods or fields. Immutable.
 *
 * @param owner internal name, as "io/lettuce/core/RedisURI"
 * @param member name and descriptor; empty: the class itself
 */
record LettuceSymbol(String owner, String member) {
  private static final String LETTUCE = "io/lettuce/";

  static boolean isLettuce(String internalName) {
    return internalName.startsWith(LETTUCE);
  }

  @Override
  public String toString() {
    return owner.replace('/', '.') + (member.isEmpty() ? "" : "#" + member);
  }
}
