package io.amoeba.partitioner.signature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What coordinator and task managers both know and no other process does. With it the coordinator
 * signs its answer to one question: HMAC-SHA256 over the question's challenge and every byte of the
 * document. A challenge is asked once, so that a recorded answer answers no other question.
 * Immutable. Source: placement protocol, "Signatures".
 */
public final class PlacementSecret {

  /** Of the secret: what 128 random bits have as hexadecimal digits. */
  public static final int LEAST_CHARACTERS = 32;

  /** Header of an answer with its signature. */
  public static final String HEADER = "Amoeba-Signature";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int CHALLENGE_BYTES = 32;
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  private PlacementSecret(String text) {
    this.key = new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), ALGORITHM);
  }

  /**
   * The secret that a text is, without the white space around it.
   *
   * @throws IllegalArgumentException if it is too short, which says what to do
   */
  public static PlacementSecret of(String text) {
    String secret = text.strip();
    if (secret.length() < LEAST_CHARACTERS) {
      throw new IllegalArgumentException(
          String.format(
              "It has %d characters, and the minimum is %d: openssl rand -hex 32 makes one.",
              secret.length(), LEAST_CHARACTERS));
    }
    return new PlacementSecret(secret);
  }

  /**
   * The secret in a file.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is too short, or not for its owner and group alone,
   *     which says what to do
   */
  public static PlacementSecret read(Path file) throws IOException {
    if (isOpen(file)) {
      throw new IllegalArgumentException(
          "Every user of this machine may read or change it: chmod 600, or 640 for a group.");
    }
    return of(Files.readString(file));
  }

  private static boolean isOpen(Path file) throws IOException {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
      return rights.contains(PosixFilePermission.OTHERS_READ)
          || rights.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (UnsupportedOperationException e) {
      return false; // no such rights on this file system
    }
  }

  /** A challenge that was never asked before. */
  public static String challenge() {
    byte[] bytes = new byte[CHALLENGE_BYTES];
    RANDOM.nextBytes(bytes);
    return TEXT.encodeToString(bytes);
  }

  /** Whether a text has a challenge's form: no part of a document can be taken for a part of it. */
  public static boolean isChallenge(String text) {
    return CHALLENGE.matcher(text).matches();
  }

  /** The signature of the answer to a challenge; without news the answer has no bytes. */
  public String sign(String challenge, byte[] answer) {
    return TEXT.encodeToString(code(challenge, answer));
  }

  /** Whether this is the signature of the answer; takes as long for one that is nearly right. */
  public boolean isSignature(String signature, String challenge, byte[] answer) {
    byte[] right = sign(challenge, answer).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(right, signature.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] code(String challenge, byte[] answer) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(challenge.getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(answer);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
