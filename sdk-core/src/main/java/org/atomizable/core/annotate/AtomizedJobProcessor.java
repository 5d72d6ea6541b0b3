package org.atomizable.core.annotate;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.StandardLocation;
import org.atomizable.api.annotation.AtomizedJob;

/** Writes an {@code Atomizable} for each class with {@link AtomizedJob}. The compiler finds it as a service. */
@SupportedAnnotationTypes("org.atomizable.api.annotation.AtomizedJob")
public final class AtomizedJobProcessor extends AbstractProcessor {

    /** Classes that wait for what another processor generates, by name, because elements differ between rounds. */
    private final Set<String> waiting = new LinkedHashSet<>();

    private Optional<AtomChecks> bodies = Optional.empty();

    /** Creates the processor; the compiler calls this. */
    public AtomizedJobProcessor() {}

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        bodies = AtomChecks.start(environment);
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Elements elements = processingEnv.getElementUtils();
        List<TypeElement> jobs = new ArrayList<>();
        waiting.forEach(it -> jobs.add(elements.getTypeElement(it)));
        waiting.clear();
        for (Element element : round.getElementsAnnotatedWith(AtomizedJob.class)) {
            if (element instanceof TypeElement type) {
                jobs.add(type);
            }
        }
        JobReader reader = new JobReader(processingEnv);
        for (TypeElement job : jobs) {
            if (reader.isIncomplete(job) && !round.processingOver()) {
                waiting.add(job.getQualifiedName().toString());
            } else if (!reader.isIncomplete(job)) { // the compiler itself names a type that does not exist
                Names names = new Names();
                reader.read(job, names).ifPresent(it -> write(it, names));
                bodies.ifPresent(it -> it.watch(job, Lineage.of(job).classes()));
            }
        }
        return false;
    }

    private void write(AnnotatedJob job, Names names) {
        Elements elements = processingEnv.getElementUtils();
        String name = JobWriter.nameOf(elements, job.type());
        String source = new JobWriter(job, elements, names).source();
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, job.type()).openWriter()) {
            writer.write(source);
        } catch (FilerException e) {
            refuseUnlessSame(job, name, source);
        } catch (IOException e) {
            problems(job).error(job.type(), "%s cannot be written: %s", name, String.valueOf(e.getMessage()));
        }
    }

    /** Without {@code -d} the compiler writes beside the sources, and {@code *.java} finds it there the next time. */
    private void refuseUnlessSame(AnnotatedJob job, String name, String source) {
        String own = processingEnv.getElementUtils().getTypeElement(name) == null
                ? ""
                : written(
                        name.substring(0, Math.max(0, name.lastIndexOf('.'))),
                        name.substring(name.lastIndexOf('.') + 1));
        if (own.equals(source)) {
            return;
        }
        if (own.contains(AtomizedJobProcessor.class.getName())) {
            problems(job)
                    .error(
                            job.type(),
                            "%s was generated from an older state of this class, and is compiled beside it: delete that file, and compile "
                                    + "with -d DIRECTORY",
                            name);
        } else {
            problems(job)
                    .error(
                            job.type(),
                            "there is a class %s already, which is the name of the generated one: rename it",
                            name);
        }
    }

    /** Returns what is in the file to which a generated class would be written; empty if it cannot be read. */
    private String written(String inPackage, String simpleName) {
        try {
            return processingEnv
                    .getFiler()
                    .getResource(StandardLocation.SOURCE_OUTPUT, inPackage, simpleName + ".java")
                    .getCharContent(true)
                    .toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    private Problems problems(AnnotatedJob job) {
        return new Problems(processingEnv.getMessager(), job.type());
    }
}
