package io.amoeba.streaming.ring;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.DynamicEndpointSnitch;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * What this node's dynamic snitch has measured of others. It reads no more from a replica that was
 * slow once, so that it measures nothing new, until it forgets all of them ({@code
 * dynamic_snitch_reset_interval}, ten minutes): too long for a node that was cold only. Safe for
 * concurrent use.
 */
public final class MeasuredLatencies {

  private final IEndpointSnitch snitch;

  public MeasuredLatencies(IEndpointSnitch snitch) {
    this.snitch = snitch;
  }

  /**
   * Forgets what was measured of a replica; it counts as being as fast as the others until it is
   * measured again. One of which nothing is known would be asked before all others.
   */
  public void forget(InetAddressAndPort replica) {
    if (snitch instanceof DynamicEndpointSnitch dynamic) {
      Map<?, ?> samples =
          Reflection.read(DynamicEndpointSnitch.class, "samples", dynamic, Map.class);
      if (samples.remove(replica) != null) {
        typical(dynamic, samples)
            .ifPresent(millis -> dynamic.receiveTiming(replica, millis, TimeUnit.MILLISECONDS));
      }
    }
  }

  private static OptionalLong typical(DynamicEndpointSnitch snitch, Map<?, ?> samples) {
    List<Double> medians = new ArrayList<>();
    for (Object other : samples.keySet()) {
      if (other instanceof InetAddressAndPort address && !address.equals(Rings.self())) {
        List<Double> millis = timings(snitch, address);
        if (!millis.isEmpty()) {
          medians.add(median(millis));
        }
      }
    }
    return medians.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Math.round(median(medians)));
  }

  private static List<Double> timings(DynamicEndpointSnitch snitch, InetAddressAndPort address) {
    try {
      return new ArrayList<>(snitch.dumpTimings(address.getHostAddressAndPort()));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(address + " is an address, not a name", e);
    }
  }

  private static double median(List<Double> values) {
    Collections.sort(values);
    return values.get(values.size() / 2);
  }
}
