package org.atomizable.core.annotate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.atomizable.api.annotation.Default;
import org.atomizable.core.annotate.Creation.Parameter;
import org.atomizable.core.state.ParameterType;

/** Rules on the constructor: there is one, and each of its parameters can be written on a command line. */
final class CreationRules {

    private static final Map<String, ParameterType> CLASSES = Map.of(
            "java.lang.String", ParameterType.STRING,
            "java.time.Duration", ParameterType.DURATION,
            "java.nio.file.Path", ParameterType.PATH,
            "org.atomizable.api.Bytes", ParameterType.BYTES);

    private final TypeElement job;
    private final Reach reach;
    private final Problems problems;

    CreationRules(TypeElement job, Reach reach, Problems problems) {
        this.job = job;
        this.reach = reach;
        this.problems = problems;
    }

    /** Returns how an instance is created; empty if it cannot be. */
    Optional<Creation> read() {
        List<ExecutableElement> all = ElementFilter.constructorsIn(job.getEnclosedElements());
        List<ExecutableElement> usable = all.stream()
                .filter(it -> !it.getModifiers().contains(Modifier.PRIVATE))
                .toList();
        if (usable.size() > 1) {
            problems.error(
                    usable.get(1),
                    "%s has %s constructors, so nothing says which parameters the job has: make all but one private",
                    job.getSimpleName(),
                    usable.size());
        } else if (usable.isEmpty() && !all.isEmpty()) {
            problems.error(
                    all.get(0), "generated code cannot use the constructor of %s: remove private", job.getSimpleName());
        }
        return usable.size() == 1 ? Optional.of(creation(usable.get(0))) : Optional.empty();
    }

    private Creation creation(ExecutableElement constructor) {
        List<Parameter> parameters = new ArrayList<>();
        for (VariableElement parameter : constructor.getParameters()) {
            parameter(parameter).ifPresent(parameters::add);
        }
        return new Creation(constructor, List.copyOf(parameters));
    }

    private Optional<Parameter> parameter(VariableElement parameter) {
        String name = parameter.getSimpleName().toString();
        TypeMirror type = parameter.asType();
        Optional<String> usual =
                Optional.ofNullable(parameter.getAnnotation(Default.class)).map(Default::value);
        Optional<ParameterType> known = known(type);
        if (known.isPresent()) {
            usual.ifPresent(it -> checkUsual(parameter, known.get(), it));
            return Optional.of(new Parameter(name, Tokens.of(type), usual, accessor(known.get()), false));
        }
        if (!(type instanceof DeclaredType declared)
                || !(declared.asElement() instanceof TypeElement element)
                || element.getKind() != ElementKind.ENUM) {
            problems.error(
                    parameter,
                    "parameter %s of the constructor cannot be written on a command line, because it is a %s: use an"
                            + " enum or one of %s",
                    name,
                    Tokens.plain(type),
                    Arrays.stream(ParameterType.values())
                            .map(ParameterType::written)
                            .collect(Collectors.joining(", ")));
            return Optional.empty();
        }
        if (!reach.includes(element)) {
            problems.error(
                    parameter, "generated code cannot use %s: %s", element.getSimpleName(), reach.remedy(element));
            return Optional.empty();
        }
        usual.ifPresent(it -> checkUsual(parameter, element, it));
        return Optional.of(new Parameter(name, Tokens.of(type), usual, "OneOf", true));
    }

    private static Optional<ParameterType> known(TypeMirror type) {
        if (type.getKind().isPrimitive()) {
            return Optional.of(ParameterType.valueOf(type.getKind().name()));
        }
        return Optional.ofNullable(CLASSES.get(KnownTypes.name(type)));
    }

    private static String accessor(ParameterType type) {
        return Character.toUpperCase(type.written().charAt(0)) + type.written().substring(1);
    }

    private void checkUsual(VariableElement parameter, ParameterType type, String usual) {
        try {
            type.parse(parameter.getSimpleName().toString(), usual);
        } catch (IllegalArgumentException e) {
            problems.error(parameter, "@Default does not fit: %s", String.valueOf(e.getMessage()));
        }
    }

    private void checkUsual(VariableElement parameter, TypeElement type, String usual) {
        List<String> constants = type.getEnclosedElements().stream()
                .filter(it -> it.getKind() == ElementKind.ENUM_CONSTANT)
                .map(it -> it.getSimpleName().toString())
                .toList();
        if (!constants.contains(usual)) {
            problems.error(
                    parameter,
                    "@Default does not fit: parameter %s is a %s and must be one of %s, was \"%s\"",
                    parameter.getSimpleName(),
                    type.getSimpleName(),
                    String.join(", ", constants),
                    usual);
        }
    }
}
