package io.amoeba.coordinator.http;

import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Reads the bodies of requests that are let in, before anything is done with them: a body that
 * comes slowly takes no thread, and no longer than it may; all of them together take no more memory
 * than they may. Bodies of other requests are not read. Safe for concurrent use.
 */
final class BodyLoader extends Handler.Wrapper {

  /** Part of the heap that bodies may take. */
  private static final long PART_OF_MEMORY = 8;

  private final Tokens tokens;
  private final long mostBytes = Runtime.getRuntime().maxMemory() / PART_OF_MEMORY;
  private final AtomicLong heldBytes = new AtomicLong();

  BodyLoader(Tokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    boolean hasBody =
        request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    if (!hasBody || RequestBucket.of(request, tokens).kind() != RequestBucket.Kind.LET_IN) {
      return super.handle(request, response, callback);
    }
    new LoadingBody(this, request, response, callback).begin();
    return true;
  }

  /** Whether there is room for so many bytes more, which it counts then. */
  boolean take(int bytes) {
    if (heldBytes.addAndGet(bytes) <= mostBytes) {
      return true;
    }
    heldBytes.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  /** Goes on with a request whose body is there. */
  void loaded(Request request, Response response, Callback callback) throws Exception {
    if (!super.handle(request, response, callback)) {
      Response.writeError(request, response, callback, 404);
    }
  }
}
