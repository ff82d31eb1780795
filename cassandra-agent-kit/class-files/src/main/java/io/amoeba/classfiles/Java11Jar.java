package io.amoeba.classfiles;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar in place so that it runs on Java 11. Classes of older Java stay as they are.
 * Fails, and leaves the jar as it was, when a class names something that Java 11 does not have.
 */
public final class Java11Jar {

  private Java11Jar() {}

  /** Rewrites the jar that is the only argument. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("usage: Java11Jar <jar>");
    }
    rewrite(Path.of(arguments[0]));
  }

  static void rewrite(Path jar) throws IOException {
    Set<String> missing = new TreeSet<>();
    ByteArrayOutputStream rewritten = new ByteArrayOutputStream();
    try (Java11Api api = Java11Api.open();
        ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(rewritten)) {
      for (ZipEntry entry : entries(from)) {
        byte[] content = from.getInputStream(entry).readAllBytes();
        if (entry.getName().endsWith(".class")) {
          Java11Class java11 = Java11Class.of(content);
          content = java11.file();
          java11.uses().stream()
              .filter(symbol -> !api.has(symbol))
              .forEach(symbol -> missing.add(entry.getName() + " uses " + symbol));
        }
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(copy);
        to.write(content);
        to.closeEntry();
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          jar.getFileName()
              + " would not run on Java 11. Do without these:\n  "
              + String.join("\n  ", missing));
    }
    Files.write(jar, rewritten.toByteArray());
  }

  private static List<ZipEntry> entries(ZipFile jar) {
    List<ZipEntry> entries = new ArrayList<>();
    for (Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements(); ) {
      entries.add(all.nextElement());
    }
    return entries;
  }
}
