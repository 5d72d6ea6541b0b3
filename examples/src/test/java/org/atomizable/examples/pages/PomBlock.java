package org.atomizable.examples.pages;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A part of a pom that a page shows. */
final class PomBlock {

    private static final String GROUP = "org.atomizable";

    private final Document document;

    private PomBlock(Document document) {
        this.document = document;
    }

    static PomBlock read(String text) throws ParserConfigurationException, SAXException, IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        var builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
        return new PomBlock(builder.parse(new InputSource(new StringReader(text))));
    }

    /** What it says that the poms of this project do not. */
    List<String> wrong() throws Exception {
        List<String> poms = poms();
        PomBlock top = read(Files.readString(Page.HOME.resolve("pom.xml")));
        String version = childText(top.document.getDocumentElement(), "version").orElseThrow();
        Set<String> artifacts = new TreeSet<>();
        for (String pom : poms) {
            childText(read(pom).document.getDocumentElement(), "artifactId").ifPresent(artifacts::add);
        }
        List<String> wrong = new ArrayList<>();
        for (Element each : elements("dependency", "plugin")) {
            String artifact = childText(each, "artifactId").orElse("");
            Optional<String> named = childText(each, "version");
            if (childText(each, "groupId").filter(GROUP::equals).isPresent()) {
                if (!artifacts.contains(artifact)) {
                    wrong.add("there is no artifact " + artifact);
                }
                named.filter(it -> !it.equals(version))
                        .ifPresent(it -> wrong.add("%s is at %s, not %s".formatted(artifact, version, it)));
            } else if (named.isPresent() && !isUsed(named.get(), poms)) {
                wrong.add("the project uses no %s %s".formatted(artifact, named.get()));
            }
        }
        return wrong;
    }

    /** One that is put together, such as {@code ${torch.version}-${djl.version}}, is looked for in parts. */
    private static boolean isUsed(String version, List<String> poms) {
        return Stream.of(version.split("-"))
                .allMatch(part -> poms.stream().anyMatch(pom -> pom.contains(">" + part + "<")));
    }

    private static List<String> poms() throws IOException {
        List<String> poms = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Page.HOME, 3)) {
            for (Path file : files.filter(it -> it.endsWith("pom.xml")).toList()) {
                poms.add(Files.readString(file));
            }
        }
        return poms;
    }

    private List<Element> elements(String... names) {
        List<Element> all = new ArrayList<>();
        for (String name : names) {
            NodeList found = document.getElementsByTagName(name);
            for (int i = 0; i < found.getLength(); i++) {
                all.add((Element) found.item(i));
            }
        }
        return all;
    }

    private static Optional<String> childText(Element parent, String name) {
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i).getNodeName().equals(name)) {
                return Optional.of(children.item(i).getTextContent().strip());
            }
        }
        return Optional.empty();
    }
}
