package io.amoeba.priority.threads;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.messages.BatchMessage;
import org.apache.cassandra.transport.messages.ExecuteMessage;
import org.apache.cassandra.transport.messages.QueryMessage;
import org.apache.cassandra.utils.MD5Digest;

/**
 * Whether a request may hold a lock for which others wait while it is coordinated: Paxos keeps
 * operations on a partition apart by one, and a change of the schema or of roles keeps out other
 * changes. Runs on event loops. Stateless.
 */
public final class LockingRequests {

  /** A longer text is not searched: an event loop has other things to do. */
  private static final int MAX_CHARACTERS = 16_384;

  private static final int LETTERS_OF_IF = 2;

  /** First words of statements that lock nothing, unless they are conditional. */
  private static final List<String> OF_ROWS =
      List.of("select", "insert", "update", "delete", "begin", "use");

  private LockingRequests() {}

  /** True, too, where it cannot be told. */
  public static boolean mayLock(Message.Request request) {
    if (request instanceof QueryMessage query) {
      return isSerial(query.options) || !isOfRows(query.query) || mayBeConditional(query.query);
    }
    if (request instanceof ExecuteMessage execute) {
      return isSerial(execute.options) || mayLock(execute.statementId);
    }
    return !(request instanceof BatchMessage batch)
        || batch.queryOrIdList.stream().anyMatch(LockingRequests::partMayLock);
  }

  private static boolean partMayLock(Object queryOrId) {
    return queryOrId instanceof MD5Digest id ? mayLock(id) : mayBeConditional(queryOrId.toString());
  }

  /** A serial read; of writes it says which serial level they would use. */
  private static boolean isSerial(QueryOptions options) {
    return options.getConsistency().isSerialConsistency();
  }

  private static boolean mayLock(MD5Digest id) {
    QueryHandler.Prepared prepared = ClientState.getCQLQueryHandler().getPrepared(id);
    if (prepared == null) {
      // It is answered with an error.
      return false;
    }
    CQLStatement statement = prepared.statement;
    if (statement instanceof ModificationStatement write) {
      return write.hasConditions();
    }
    return statement instanceof BatchStatement batch
        ? batch.hasConditions()
        : !(statement instanceof SelectStatement);
  }

  /** Whether it begins with a word of statements that read or write rows; no comment before it. */
  static boolean isOfRows(String query) {
    int begin = 0;
    while (begin < query.length() && Character.isWhitespace(query.charAt(begin))) {
      begin++;
    }
    for (String word : OF_ROWS) {
      if (query.regionMatches(/* ignoreCase= */ true, begin, word, 0, word.length())
          && !isPartOfWord(query, begin + word.length())) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a word IF in it, which may also stand in a value or a name. */
  static boolean mayBeConditional(String query) {
    if (query.length() > MAX_CHARACTERS) {
      return true;
    }
    for (int i = 0; i + LETTERS_OF_IF <= query.length(); i++) {
      if (query.regionMatches(/* ignoreCase= */ true, i, "if", 0, LETTERS_OF_IF)
          && !isPartOfWord(query, i - 1)
          && !isPartOfWord(query, i + LETTERS_OF_IF)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPartOfWord(String query, int index) {
    return index >= 0
        && index < query.length()
        && (Character.isLetterOrDigit(query.charAt(index)) || query.charAt(index) == '_');
  }
}
