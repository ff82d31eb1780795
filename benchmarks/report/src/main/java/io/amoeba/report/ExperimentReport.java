package io.amoeba.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Results of an experiment. */
public interface ExperimentReport {
  /** Tables and notes for a terminal. */
  String findings();

  /** Results as JSON, and for the page's plots. */
  ObjectNode data();

  List<Claim> claims();

  /** Resource name of the page's template. */
  String template();

  /** For a terminal: findings, claims, the machine. */
  default String text() {
    String claims = Claim.lines(claims());
    return "\n%s\n%s%s\n"
        .formatted(findings(), claims.isEmpty() ? "" : claims + "\n", MachineLine.text());
  }

  /** The data with claims, failures and the machine. */
  default ObjectNode json() {
    ObjectNode root = data();
    root.put("machine", MachineLine.text());
    root.put("holds", holds());
    root.set("claims", ReportJson.tree(claims()));
    root.set(
        "failures",
        ReportJson.tree(claims().stream().filter(Claim::fails).map(Claim::statement).toList()));
    return root;
  }

  /** Whether all required claims are reached. */
  default boolean holds() {
    return claims().stream().noneMatch(Claim::fails);
  }

  /** A whole HTML page, with plots. */
  default String page() throws IOException {
    return Page.of(
        template(),
        Map.of("machine", MachineLine.text(), "summary", text().stripTrailing()),
        json());
  }
}
