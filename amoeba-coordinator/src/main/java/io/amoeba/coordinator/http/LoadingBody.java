package io.amoeba.coordinator.http;

import io.amoeba.coordinator.text.PrintableText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one request while it comes. It runs whenever there is more of it; what ends it, the
 * last byte, an error or its time, does so once. Safe for Jetty's threads.
 */
final class LoadingBody implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(LoadingBody.class);

  /** A report is sent again after a second or two: later it is old. */
  private static final long MOST_MILLIS = 10_000;

  /**
   * What is read of a body that is too long, so that its sender can hear so: a connection that is
   * closed while bytes wait in it is reset, and the answer is lost with it.
   */
  private static final long MOST_PASSED_OVER_BYTES = 4L * JsonBody.MAX_BYTES;

  private final BodyLoader loader;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final AtomicBoolean ended = new AtomicBoolean();
  private long passedOverBytes;

  LoadingBody(BodyLoader loader, Request request, Response response, Callback callback) {
    this.loader = loader;
    this.request = request;
    this.response = response;
    this.callback = Callback.from(callback, () -> loader.giveBack(body.size()));
  }

  void begin() {
    Scheduler.Task late =
        request
            .getComponents()
            .getScheduler()
            .schedule(this::late, MOST_MILLIS, TimeUnit.MILLISECONDS);
    Request.addCompletionListener(request, failure -> late.cancel());
    run();
  }

  @Override
  public void run() {
    try {
      read();
    } catch (Throwable e) { // as whatever calls a handler does: the request ends, not the thread
      ended.set(true);
      callback.failed(e);
    }
  }

  private void read() throws Exception {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        failed(chunk.getFailure());
        return;
      }
      boolean isLast = chunk.isLast();
      boolean fits = taken(chunk);
      if (!fits) {
        end(503, "too many bodies are being read; send it again later");
        return;
      }
      if (passedOverBytes > MOST_PASSED_OVER_BYTES || (isLast && passedOverBytes > 0)) {
        end(413, "request body is longer than " + JsonBody.MAX_BYTES + " bytes");
        return;
      }
      if (isLast) {
        loaded();
        return;
      }
    }
  }

  private boolean taken(Content.Chunk chunk) {
    try {
      ByteBuffer bytes = chunk.getByteBuffer();
      int length = bytes.remaining();
      if (passedOverBytes > 0 || body.size() + length > JsonBody.MAX_BYTES) {
        passedOverBytes += length;
        return true;
      }
      if (!loader.take(length)) {
        return false;
      }
      body.writeBytes(BufferUtil.toArray(bytes));
      return true;
    } finally {
      chunk.release();
    }
  }

  private void loaded() throws Exception {
    if (ended.compareAndSet(false, true)) {
      loader.loaded(new Loaded(request, body.toByteArray()), response, callback);
    }
  }

  /** The sender has gone, or does not keep to HTTP. */
  private void failed(Throwable failure) {
    LOG.debug(
        "{} {}: its body broke off after {} bytes: {}",
        request.getMethod(),
        PrintableText.line(String.valueOf(request.getHttpURI().getPath())),
        body.size(),
        failure.toString());
    if (ended.get()) {
      // Its time was over: the answer is written.
      callback.failed(failure);
    } else {
      end(400, "request body broke off, or its length is not as HTTP has it");
    }
  }

  private void end(int status, String problem) {
    if (ended.compareAndSet(false, true)) {
      write(status, problem, callback);
    }
  }

  private void late() {
    if (ended.compareAndSet(false, true)) {
      TimeoutException cause = new TimeoutException("the body took too long");
      // Fails the read that waits, which ends the request.
      Callback close = Callback.from(() -> request.fail(cause), failure -> request.fail(cause));
      write(408, "request body was not there after " + MOST_MILLIS / 1_000 + " s", close);
    }
  }

  private void write(int status, String problem, Callback then) {
    byte[] answer = ErrorAnswers.body(status, List.of(problem));
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
    response.write(/* last= */ true, ByteBuffer.wrap(answer), then);
  }

  /** The request with the body in memory. */
  private static final class Loaded extends Request.Wrapper {

    private final Content.Source content;
    private final int length;

    Loaded(Request request, byte[] body) {
      super(request);
      this.content = Content.Source.from(ByteBuffer.wrap(body));
      this.length = body.length;
    }

    @Override
    public long getLength() {
      return length;
    }

    @Override
    public Content.Chunk read() {
      return content.read();
    }

    @Override
    public void demand(Runnable demandCallback) {
      content.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
      content.fail(failure);
      super.fail(failure);
    }
  }
}
