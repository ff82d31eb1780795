package io.amoeba.classfiles;

/**
 * A class, or a method or field of it, by the names of class files. Immutable.
 *
 * @param member with its descriptor; empty for the class itself
 */
record Symbol(String owner, String member) {

  @Override
  public String toString() {
    return owner.replace('/', '.') + (member.isEmpty() ? "" : "#" + member);
  }
}
