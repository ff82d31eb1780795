package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.config.TlsSettings;
import io.amoeba.partitioner.tls.UnexpiredPeers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Builds the one connector of a server that speaks TLS. Stateless. */
final class TlsConnector {

  private TlsConnector() {}

  private static final class OfUnexpiredCallers extends SslContextFactory.Server {
    @Override
    protected TrustManager[] getTrustManagers(KeyStore store, Collection<? extends CRL> revoked)
        throws Exception {
      return UnexpiredPeers.of(super.getTrustManagers(store, revoked));
    }
  }

  static Connector of(Server server, HttpConfiguration http, HttpSettings settings) {
    TlsSettings tls = settings.tls().orElseThrow();
    SslContextFactory.Server context = new OfUnexpiredCallers();
    context.setKeyStorePath(tls.keys().file().toUri().toString());
    context.setKeyStorePassword(password(tls.keys()));
    tls.clients()
        .ifPresent(
            clients -> {
              context.setTrustStorePath(clients.file().toUri().toString());
              context.setTrustStorePassword(password(clients));
              context.setNeedClientAuth(true);
            });
    HttpConfiguration secure = new HttpConfiguration(http);
    secure.addCustomizer(new SecureRequestCustomizer(/* sniHostCheck= */ false));
    ServerConnector connector =
        new ServerConnector(server, context, new HttpConnectionFactory(secure));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    return connector;
  }

  private static String password(StoreFile store) {
    try {
      return new String(store.password());
    } catch (IOException e) {
      throw new UncheckedIOException("the password in " + store.secret() + " could not be read", e);
    }
  }
}
