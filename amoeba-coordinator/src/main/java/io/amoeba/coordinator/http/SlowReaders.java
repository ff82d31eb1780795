package io.amoeba.coordinator.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends connections that read an answer too slowly: each part of it has ten seconds, and a second
 * for each 8 KiB. Jetty's own limit asks for any progress in 30 s alone. Safe for concurrent use.
 */
final class SlowReaders extends Handler.Wrapper {

  private static final long PATIENCE_MILLIS = 10_000;
  private static final long LEAST_BYTES_PER_SECOND = 8_192;

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(request, new Timed(request, response), callback);
  }

  private static final class Timed extends Response.Wrapper {

    Timed(Request request, Response response) {
      super(request, response);
    }

    @Override
    public void write(boolean last, ByteBuffer part, Callback callback) {
      int bytes = part == null ? 0 : part.remaining();
      if (bytes == 0) {
        super.write(last, part, callback);
        return;
      }
      Request request = getRequest();
      EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
      Scheduler.Task late =
          request
              .getComponents()
              .getScheduler()
              .schedule(
                  () -> endPoint.close(new TimeoutException("the answer is read too slowly")),
                  PATIENCE_MILLIS + TimeUnit.SECONDS.toMillis(bytes) / LEAST_BYTES_PER_SECOND,
                  TimeUnit.MILLISECONDS);
      super.write(last, part, Callback.from(late::cancel, callback));
    }
  }
}
