package org.atomizable.core.annotate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.atomizable.api.annotation.State;

/** Rules on fields: each that can change is saved, or is transient. */
final class FieldRules {

    private static final Pattern NAME = Pattern.compile("(?!__)[\\p{L}\\p{N}._$-]{1,100}");

    private final DeclaredType job;
    private final Types types;
    private final WrittenValues values;
    private final Savings savings;
    private final Reach reach;
    private final Problems problems;

    FieldRules(DeclaredType job, ProcessingEnvironment environment, Savings savings, Reach reach, Problems problems) {
        this.job = job;
        this.types = environment.getTypeUtils();
        this.values = WrittenValues.of(environment);
        this.savings = savings;
        this.reach = reach;
        this.problems = problems;
    }

    /** Returns the fields to save. */
    List<StateField> read(Lineage lineage) {
        List<StateField> saved = new ArrayList<>();
        Map<String, VariableElement> names = new LinkedHashMap<>();
        Mutability mutability = new Mutability(types);
        for (VariableElement field : lineage.fields()) {
            State state = field.getAnnotation(State.class);
            if (state == null) {
                checkUnsaved(field, mutability);
            } else if (mayBeState(field)) {
                checkName(state, field, names);
                state(state, field, lineage).ifPresent(saved::add);
            }
        }
        return saved;
    }

    private void checkUnsaved(VariableElement field, Mutability mutability) {
        Set<Modifier> modifiers = field.getModifiers();
        boolean isFinal = modifiers.contains(Modifier.FINAL);
        if (modifiers.contains(Modifier.STATIC)) {
            if (!isFinal || KnownTypes.surelyChanges(field.asType())) {
                problems.error(
                        Rule.STATIC,
                        field,
                        "static %s can change, and all jobs of a process share it: remove static and annotate it with"
                                + " @State, or make it an unmodifiable constant",
                        field.getSimpleName());
            }
        } else if (!modifiers.contains(Modifier.TRANSIENT) && (!isFinal || canChange(field, mutability))) {
            Optional<String> instead = KnownTypes.instead(types.asMemberOf(job, field));
            problems.error(
                    Rule.STATE,
                    field,
                    instead.isPresent()
                            ? "%s can change, but it is not saved, and %s; make it transient only if no result depends"
                                    + " on it"
                            : "%s can change, but it is not saved: annotate it with @State, or make it transient if a"
                                    + " restored job does not need its value",
                    field.getSimpleName(),
                    instead.orElse(""));
        }
    }

    private boolean canChange(VariableElement field, Mutability mutability) {
        TypeMirror type = types.asMemberOf(job, field);
        WrittenValues.Kind kind = values.of(field);
        return switch (kind) {
            case FUNCTION -> false;
            case UNMODIFIABLE -> mutability.anyElementCanChange(type);
            case NEW, OTHER -> mutability.canChange(type, kind == WrittenValues.Kind.NEW);
        };
    }

    private boolean mayBeState(VariableElement field) {
        Set<Modifier> modifiers = field.getModifiers();
        if (modifiers.contains(Modifier.STATIC)) {
            problems.error(field, "@State cannot be on a static field: remove static from %s", field.getSimpleName());
            return false;
        }
        if (modifiers.contains(Modifier.TRANSIENT)) {
            problems.error(field, "%s is transient and @State: remove one of the two", field.getSimpleName());
            return false;
        }
        if (!reach.includes(field)) {
            problems.error(field, "generated code cannot use %s: %s", field.getSimpleName(), reach.remedy(field));
            return false;
        }
        return true;
    }

    private void checkName(State state, VariableElement field, Map<String, VariableElement> names) {
        String name = name(state, field);
        if (!NAME.matcher(name).matches()) {
            problems.error(
                    field, "the name \"%s\" is not allowed: write up to 100 letters, digits, '.', '_' or '-'", name);
        }
        Element owner = field.getEnclosingElement();
        VariableElement before = names.putIfAbsent(name, field);
        if (before != null) {
            problems.error(
                    field,
                    "two fields are saved as \"%s\": give one another name, as in @State(\"%s.%s\")",
                    name,
                    owner == null ? "other" : owner.getSimpleName(),
                    name);
        }
    }

    private static String name(State state, VariableElement field) {
        return state.value().isEmpty() ? field.getSimpleName().toString() : state.value();
    }

    private Optional<StateField> state(State state, VariableElement field, Lineage lineage) {
        TypeMirror type = types.asMemberOf(job, field);
        boolean isFinal = field.getModifiers().contains(Modifier.FINAL);
        if (isHidden(field, lineage)) {
            problems.error(
                    field,
                    "a subclass has a field %s, too, which hides this one: rename one of the two",
                    field.getSimpleName());
            return Optional.empty();
        }
        return savings.of(field, type, isFinal, problems)
                .map(it -> new StateField(field, name(state, field), Tokens.of(type), isFinal, it));
    }

    private static boolean isHidden(VariableElement field, Lineage lineage) {
        List<TypeElement> classes = lineage.classes();
        int own = classes.indexOf(field.getEnclosingElement());
        return lineage.fields().stream()
                .filter(it -> it.getSimpleName().equals(field.getSimpleName()))
                .anyMatch(it -> classes.indexOf(it.getEnclosingElement()) > own);
    }
}
