package org.atomizable.core.annotate;

import static org.atomizable.core.annotate.Code.literal;

import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.JobSpec;
import org.atomizable.api.annotation.Stage;

/** Writes the expression that makes the spec of a job. */
final class SpecCode {

    private static final String SPEC = Tokens.of("org.atomizable.api", "JobSpec");
    private static final String BYTES = Tokens.of("org.atomizable.api", "Bytes");

    private static final String NEXT = "\n                .";

    private SpecCode() {}

    static String of(Declaration declaration, Hooks hooks) {
        JobSpec spec = declaration.spec();
        StringBuilder code = new StringBuilder(SPEC);
        OptionalLong total = spec.totalAtoms();
        Optional<Hooks.Hook> counts = hooks.of(HookKind.ATOMS);
        if (total.isPresent() || counts.isPresent()) {
            String atoms = counts.map(it -> it.call("")).orElseGet(() -> total.orElseThrow() + "L");
            code.append(".of(%s, %s)".formatted(literal(spec.name()), atoms));
        } else {
            code.append(".openEnded(%s)".formatted(literal(spec.name())));
        }
        if (spec.priority() != 0) {
            code.append(NEXT).append("withPriority(%s)".formatted(spec.priority()));
        }
        if (!declaration.memory().isEmpty()) {
            code.append(NEXT).append("withMemory(%s)".formatted(bytes(declaration.memory())));
        }
        spec.traits().forEach((trait, value) -> {
            String text = declaration.parameterTraits().contains(trait)
                    ? "parameters.text(%s)".formatted(literal(trait))
                    : literal(value);
            code.append(NEXT).append("withTrait(%s, %s)".formatted(literal(trait), text));
        });
        spec.recurring()
                .forEach((phase, every) ->
                        code.append(NEXT).append("withRecurring(%s, %sL)".formatted(literal(phase), every)));
        for (Stage stage : declaration.stages()) {
            code.append(NEXT).append("withStage(%s, %s)".formatted(literal(stage.value()), range(stage)));
        }
        return code.toString();
    }

    private static String bytes(String text) {
        return "%s.parse(%s)".formatted(BYTES, literal(text));
    }

    private static String range(Stage stage) {
        String range = stage.to() == Long.MAX_VALUE
                ? "%sL, Long.MAX_VALUE".formatted(stage.from())
                : "%sL, %sL".formatted(stage.from(), stage.to());
        return stage.memory().isEmpty() ? range : range + ", " + bytes(stage.memory());
    }
}
