package io.amoeba.coordinator.monitor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks the system's name service and remembers answers for a minute. Safe for concurrent use. */
public final class DnsResolver implements HostResolver {

  private static final long REMEMBERED_MILLIS = 60_000;

  private record Answer(Set<String> addresses, long atMillis) {}

  private final Ticker ticker;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /** A resolver that has asked nothing yet. */
  public DnsResolver(Ticker ticker) {
    this.ticker = ticker;
  }

  @Override
  public Set<String> addresses(String host) {
    Answer answer = answers.get(host);
    if (answer == null || ticker.millis() - answer.atMillis() > REMEMBERED_MILLIS) {
      answer = new Answer(ask(host), ticker.millis());
      answers.put(host, answer);
    }
    return answer.addresses();
  }

  private static Set<String> ask(String host) {
    if (host.isEmpty()) {
      return Set.of(); // the JDK would answer with the loopback address
    }
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(InetAddress::getHostAddress)
          .collect(Collectors.toUnmodifiableSet());
    } catch (UnknownHostException e) {
      return Set.of();
    }
  }
}
