package org.atomizable.core.annotate;

import static org.atomizable.core.annotate.Code.literal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;

/** Writes the constructors, and how parameters become their arguments. */
final class CreationCode {

    private static final String DECLARED = Tokens.ofState("DeclaredParameters");
    private static final String GIVEN = Tokens.ofState("GivenParameters");
    private static final String VALUES = Tokens.ofState("ParameterValues");

    private final AnnotatedJob job;
    private final String className;
    private final String own;
    private final List<Creation.Parameter> parameters;
    private final String constant;
    private final Code code;

    CreationCode(AnnotatedJob job, String className, Names names, Code code) {
        this.job = job;
        this.className = className;
        this.own = Tokens.of(job.type());
        this.parameters = job.creation().parameters();
        this.constant = parameters.isEmpty() ? "" : names.constant("parameters");
        this.code = code;
    }

    /** Writes the declaration of the parameters, if there are any. */
    void constants() {
        if (parameters.isEmpty()) {
            return;
        }
        String declared = parameters.stream()
                .map(it -> "\n            .with(%s, %s%s)"
                        .formatted(
                                literal(it.name()),
                                literal(simple(it.type())),
                                it.usual().map(usual -> ", " + literal(usual)).orElse("")))
                .collect(Collectors.joining());
        code.line("private static final %s %s = %s.none()%s;", DECLARED, constant, DECLARED, declared)
                .gap();
    }

    /** Returns the name of a type as people write it. */
    private static String simple(String token) {
        return token.replaceAll("\\{[^|}]*\\|(?:[^}]*\\.)?([^}]*)\\}", "$1");
    }

    /** Writes the field with the values of the parameters, if there are any. */
    void field() {
        if (!parameters.isEmpty()) {
            code.line("private final %s parameters;", VALUES);
        }
    }

    void constructors() {
        List<String> byAtoms = new ArrayList<>();
        job.hooks().of(HookKind.ATOMS).ifPresent(it -> byAtoms.addAll(thrown(it.method())));
        Set<String> thrown = new LinkedHashSet<>(thrown(job.creation().constructor()));
        thrown.addAll(byAtoms);
        if (parameters.isEmpty()) {
            code.line("/** Creates the job at atom 0. */");
            code.line("public %s()%s {", className, throwing(thrown));
            code.line("this(new %s());", own).line("}").gap();
            code.line("/** Makes an instance at atom 0 a job. */");
            code.line("%s(%s job)%s {", className, own, throwing(byAtoms));
        } else {
            withTexts(throwing(thrown));
            withValues(throwing(thrown));
            code.line("private %s(%s job, %s parameters)%s {", className, own, VALUES, throwing(byAtoms));
            code.line("this.parameters = parameters;");
        }
        code.line("this.job = job;");
        code.line("this.spec = %s;", SpecCode.of(job.declaration(), job.hooks()));
        code.line("}").gap();
    }

    private void withTexts(String throwing) {
        code.line("/** Creates the job at atom 0 with parameters as on the command line. */");
        code.line("public %s(%s<String, String> parameters)%s {", className, Tokens.of("java.util", "Map"), throwing);
        code.line("this(%s.read(parameters));", constant).line("}").gap();
        code.line("private %s(%s given)%s {", className, GIVEN, throwing);
        code.line("this(%s);", listed(CreationCode::reading)).line("}").gap();
    }

    private static String reading(Creation.Parameter it) {
        String constants = it.isEnum() ? ", %s.values()".formatted(it.type()) : "";
        return "given.as%s(%s%s)".formatted(it.accessor(), literal(it.name()), constants);
    }

    private void withValues(String throwing) {
        code.line("/** Creates the job at atom 0. */");
        code.line("public %s(%s)%s {", className, listed(it -> it.type() + " " + it.name()), throwing);
        String values = parameters.stream()
                .map(it -> "\n                .with(%s, %s)".formatted(literal(it.name()), it.name()))
                .collect(Collectors.joining());
        code.line("this(new %s(%s), %s.none()%s);", own, listed(Creation.Parameter::name), VALUES, values)
                .line("}")
                .gap();
    }

    private String listed(Function<Creation.Parameter, String> text) {
        return parameters.stream().map(text).collect(Collectors.joining(", "));
    }

    private static List<String> thrown(ExecutableElement method) {
        return method.getThrownTypes().stream().map(Tokens::of).toList();
    }

    private static String throwing(Collection<String> types) {
        return types.isEmpty() ? "" : " throws " + String.join(", ", types);
    }
}
