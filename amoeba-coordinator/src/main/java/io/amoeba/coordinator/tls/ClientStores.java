package io.amoeba.coordinator.tls;

import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.partitioner.tls.UnexpiredPeers;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * What the configured stores hold, read once. Immutable.
 *
 * @param keys none: no certificate is shown
 * @param trusted none: whom the JDK trusts
 */
public record ClientStores(Optional<KeyManagerFactory> keys, Optional<TrustManager> trusted) {

  /**
   * Reads the stores.
   *
   * @throws IllegalStateException naming the file that cannot be used any more: the configuration
   *     was read before
   */
  public static ClientStores of(ClientTls tls) {
    return new ClientStores(
        tls.keys().map(store -> read(store, ClientStores::keyManagers)),
        tls.trusted().map(store -> read(store, found -> trustManager(found.load()))));
  }

  private interface Reader<T> {
    T read(StoreFile store) throws IOException, GeneralSecurityException;
  }

  private static <T> T read(StoreFile store, Reader<T> reader) {
    try {
      return reader.read(store);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("the store " + store.file() + " cannot be used: " + e, e);
    }
  }

  /** For clients of the JDK. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.map(KeyManagerFactory::getKeyManagers).orElse(null),
          trusted.map(one -> new TrustManager[] {one}).orElse(null),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be used: " + e, e);
    }
  }

  /** What shows the certificate of a store. */
  public static KeyManagerFactory keyManagers(StoreFile store)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store.load(), store.password());
    return keys;
  }

  /**
   * What trusts the certificates of a store, and those for which they vouch, while they are valid.
   */
  public static TrustManager trustManager(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return UnexpiredPeers.of(trust.getTrustManagers())[0];
  }
}
