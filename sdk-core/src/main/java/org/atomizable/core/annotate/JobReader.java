package org.atomizable.core.annotate;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads what an annotated class declares, and checks it. */
final class JobReader {

    private final ProcessingEnvironment environment;

    /** Reads within a compilation. */
    JobReader(ProcessingEnvironment environment) {
        this.environment = environment;
    }

    /** Returns whether a field or a parameter is of a type that does not exist yet; another processor may generate it. */
    public boolean isIncomplete(TypeElement job) {
        return job.getSuperclass().getKind() == TypeKind.ERROR
                || Stream.concat(
                                Lineage.of(job).fields().stream(),
                                ElementFilter.constructorsIn(job.getEnclosedElements()).stream()
                                        .flatMap(it -> it.getParameters().stream()))
                        .anyMatch(it -> it.asType().getKind() == TypeKind.ERROR);
    }

    /** Returns the job; empty if it has problems, which have then been reported. */
    public Optional<AnnotatedJob> read(TypeElement job, Names names) {
        Elements elements = environment.getElementUtils();
        Types types = environment.getTypeUtils();
        Problems problems = new Problems(environment.getMessager(), job);
        Reach reach = new Reach(elements, job);
        ClassRules.check(job, reach, problems);
        Optional<Creation> creation = new CreationRules(job, reach, problems).read();
        Lineage lineage = Lineage.of(job);
        Optional<Hooks> hooks = new HookRules(job, lineage, reach, problems).read();
        TypeParts parts = new TypeParts(types, reach, names);
        Savings savings = new Savings(elements, types, reach, parts);
        List<StateField> fields = job.asType() instanceof DeclaredType type
                ? new FieldRules(type, environment, savings, reach, problems).read(lineage)
                : List.of();
        if (creation.isEmpty() || hooks.isEmpty()) {
            return Optional.empty();
        }
        Declaration declaration = new DeclarationRules(job, creation.get(), problems).read(hooks.get());
        AnnotatedJob.State state = new AnnotatedJob.State(fields, parts.definitions());
        return problems.any()
                ? Optional.empty()
                : Optional.of(new AnnotatedJob(job, creation.get(), declaration, hooks.get(), state));
    }
}
