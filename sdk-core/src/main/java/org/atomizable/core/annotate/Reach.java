package org.atomizable.core.annotate;

import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** The members that the generated class may use from the package of its job. */
final class Reach {

    private final Elements elements;
    private final PackageElement home;

    /** Looks from the package of {@code job}. */
    Reach(Elements elements, TypeElement job) {
        this.elements = elements;
        this.home = elements.getPackageOf(job);
    }

    /** Returns whether generated code may name a member and the classes around it. */
    public boolean includes(Element member) {
        for (Element element = member;
                element != null && element.getKind() != ElementKind.PACKAGE;
                element = element.getEnclosingElement()) {
            Set<Modifier> modifiers = element.getModifiers();
            boolean inside = elements.getPackageOf(element).equals(home);
            if (modifiers.contains(Modifier.PRIVATE) || (!inside && !modifiers.contains(Modifier.PUBLIC))) {
                return false;
            }
        }
        return true;
    }

    /** Returns what to write so that generated code may use a member. */
    public String remedy(Element member) {
        if (member.getModifiers().contains(Modifier.PRIVATE)) {
            return "remove private";
        }
        return elements.getPackageOf(member).equals(home)
                ? "remove private from the class around it"
                : "make it public";
    }
}
