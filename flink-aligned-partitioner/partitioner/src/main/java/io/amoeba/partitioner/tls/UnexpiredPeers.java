package io.amoeba.partitioner.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts whom another trust manager trusts while their certificate is valid. The JDK's own does not
 * look at the dates of a certificate that is itself in the trust store, as self-signed ones are.
 * Safe for concurrent use if the other one is.
 */
public final class UnexpiredPeers extends X509ExtendedTrustManager {

  private final X509ExtendedTrustManager trusted;

  private UnexpiredPeers(X509ExtendedTrustManager trusted) {
    this.trusted = trusted;
  }

  /** The same trust managers; those for X.509 certificates look at the dates, too. */
  public static TrustManager[] of(TrustManager[] managers) {
    return Arrays.stream(managers)
        .map(
            manager ->
                manager instanceof X509ExtendedTrustManager
                    ? new UnexpiredPeers((X509ExtendedTrustManager) manager)
                    : manager)
        .toArray(TrustManager[]::new);
  }

  private static void checkDates(X509Certificate[] chain) throws CertificateException {
    X509Certificate own = chain[0]; // the others are on the path that has been checked
    try {
      own.checkValidity();
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      throw new CertificateException(
          String.format(
              "the certificate of %s has expired or is not valid yet, renew it: %s to %s",
              own.getSubjectX500Principal(),
              own.getNotBefore().toInstant(),
              own.getNotAfter().toInstant()),
          e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    trusted.checkClientTrusted(chain, authType);
    checkDates(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    trusted.checkClientTrusted(chain, authType, socket);
    checkDates(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    trusted.checkClientTrusted(chain, authType, engine);
    checkDates(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    trusted.checkServerTrusted(chain, authType);
    checkDates(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    trusted.checkServerTrusted(chain, authType, socket);
    checkDates(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    trusted.checkServerTrusted(chain, authType, engine);
    checkDates(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trusted.getAcceptedIssuers();
  }
}
