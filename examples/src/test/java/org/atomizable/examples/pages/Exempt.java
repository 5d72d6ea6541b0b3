package org.atomizable.examples.pages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the tests leave out, with the reason. A file of them has the reason in square brackets, and below it lines {@code page: beginning of
 * the line or block}.
 */
record Exempt(String page, String beginning, String reason) {

    static final String NOT_RUN = "not-run.txt";
    static final String NOT_COMPARED = "not-compared.txt";

    static List<Exempt> from(String resource) throws IOException {
        List<Exempt> all = new ArrayList<>();
        String reason = "";
        for (String line : text(resource).lines().map(String::strip).toList()) {
            if (line.startsWith("[") && line.endsWith("]")) {
                reason = line.substring(1, line.length() - 1);
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                int colon = line.indexOf(":");
                if (colon < 0 || reason.isEmpty()) {
                    throw new IllegalArgumentException(
                            "%s: \"%s\" is not PAGE: BEGINNING below a [reason]".formatted(resource, line));
                }
                all.add(new Exempt(
                        line.substring(0, colon), line.substring(colon + 1).strip(), reason));
            }
        }
        return all;
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = Exempt.class.getResourceAsStream("/pages/" + resource)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no resource pages/" + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    boolean covers(String of, String line) {
        return page.equals(of) && line.startsWith(beginning);
    }

    private static boolean none(List<Exempt> all, String page, String line) {
        return all.stream().noneMatch(it -> it.covers(page, line));
    }

    /** The statements of a page that are run. */
    static List<Statement> run(Page page) throws IOException, InterruptedException {
        List<Exempt> all = from(NOT_RUN);
        List<Statement> statements = new ArrayList<>();
        for (Statement each : page.statements()) {
            if (none(all, page.name(), each.firstLine())) {
                statements.add(each);
            }
        }
        return statements;
    }

    /** The blocks of text on a page that are output of what is run. */
    static List<Block> compared(Page page) throws IOException {
        List<Exempt> all = from(NOT_COMPARED);
        return page.blocks().stream()
                .filter(it -> it.is("text") && !Text.isJudged(it))
                .filter(it -> none(all, page.name(), it.firstLine()))
                .toList();
    }
}
