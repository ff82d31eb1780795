package io.amoeba.freshreads.proof;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Recognises answers that a server also gives for a key that it does not have. A replica whose hash
 * slot has moved away gives them with a valid proof, until it knows of the move; so they are asked
 * again at the primary. In doubt an answer looks absent. Stateless.
 */
public final class AbsentAnswer {

  /*
   * Seen on servers while a hash slot migrated: hundreds of nil answers within a second from the
   * replica of the former owner (Redis 7.0 and 8.6 with SETSLOT and MIGRATE; all servers, also with
   * atomic migrations, where the replica misses messages of the cluster bus). Old values never
   * appeared: the former owner deletes keys in the order of its replication stream.
   */

  private static final Set<String> EXPIRIES = Set.of("TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME");

  /** One nil among their answers is enough: of several keys one may have moved. */
  private static final Set<String> NILS = Set.of("MGET", "HMGET", "ZMSCORE", "GEOPOS", "GEOHASH");

  private static final long NO_KEY = -2;
  private static final long NO_BIT = -1;

  private final Predicate<Object> isNil;

  /**
   * @param isNil recognises the client's own object for nil inside of collections
   */
  public AbsentAnswer(Predicate<Object> isNil) {
    this.isNil = isNil;
  }

  /**
   * Whether the answer may stem from a server without the key.
   *
   * @param command name of the command, in upper case
   */
  public boolean matches(String command, @Nullable Object answer) {
    if (answer == null || isNil.test(answer)) {
      return true;
    }
    if (answer instanceof Long || answer instanceof Integer) {
      return isAbsentNumber(command, ((Number) answer).longValue());
    }
    if (answer instanceof Boolean) {
      return !((Boolean) answer);
    }
    if (answer instanceof Map) {
      return ((Map<?, ?>) answer).isEmpty();
    }
    if (answer instanceof Collection) {
      return isAbsentCollection(command, (Collection<?>) answer);
    }
    return isAbsentText(command, answer);
  }

  private static boolean isAbsentNumber(String command, long number) {
    if (EXPIRIES.contains(command)) {
      return number == NO_KEY;
    }
    return number == 0 || (number == NO_BIT && command.equals("BITPOS"));
  }

  private static boolean isAbsentText(String command, Object answer) {
    if (answer instanceof CharSequence) {
      CharSequence text = (CharSequence) answer;
      return text.length() == 0 || (command.equals("TYPE") && "none".contentEquals(text));
    }
    if (answer instanceof byte[]) {
      return ((byte[]) answer).length == 0;
    }
    if (answer instanceof ByteBuffer) {
      return !((ByteBuffer) answer).hasRemaining();
    }
    // A range of an absent key is an empty text, which a codec may turn into anything.
    return command.equals("GETRANGE");
  }

  private boolean isAbsentCollection(String command, Collection<?> answers) {
    return NILS.contains(command)
        ? answers.isEmpty() || answers.stream().anyMatch(one -> one == null || isNil.test(one))
        : answers.stream().allMatch(one -> matches(command, one));
  }
}
