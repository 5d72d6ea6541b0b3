package org.atomizable.core.annotate;

import static org.atomizable.core.annotate.Code.literal;

import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.atomizable.api.annotation.Evaluate;
import org.atomizable.core.state.GeneratedJob;

/** Writes the class that makes an annotated class an {@code Atomizable}. */
final class JobWriter {

    private static final String API = "org.atomizable.api";
    private static final String PROCESSOR = "org.atomizable.core.annotate.AtomizedJobProcessor";
    private static final String GENERATED = "javax.annotation.processing.Generated";

    private final AnnotatedJob job;
    private final Elements elements;
    private final String home;
    private final String className;
    private final String own;
    private final CreationCode creation;
    private final StateCode state;
    private final Code code = new Code();

    /** Writes one class. */
    JobWriter(AnnotatedJob job, Elements elements, Names names) {
        this.job = job;
        this.elements = elements;
        this.home = elements.getPackageOf(job.type()).getQualifiedName().toString();
        String qualified = nameOf(elements, job.type());
        this.className = home.isEmpty() ? qualified : qualified.substring(home.length() + 1);
        this.own = Tokens.of(job.type());
        this.creation = new CreationCode(job, className, names, code);
        this.state = new StateCode(job, className, names, code);
    }

    /** Returns the qualified name of the class that is written for an annotated class. */
    public static String nameOf(Elements elements, TypeElement type) {
        return GeneratedJob.of(elements.getBinaryName(type).toString());
    }

    /** Returns the source. */
    public String source() {
        declaration();
        creation.constants();
        state.constants();
        code.line("private final %s job;", own);
        code.line("private final %s spec;", Tokens.of(API, "JobSpec"));
        creation.field();
        code.gap();
        creation.constructors();
        code.line("@Override")
                .line("public %s spec() {", Tokens.of(API, "JobSpec"))
                .line("return spec;")
                .line("}");
        code.gap();
        run();
        state.methods();
        enough();
        evaluate();
        measure();
        shrink();
        close();
        code.line("}");
        Imports imports = new Imports(home, className);
        String body = imports.resolve(code.toString());
        String header = home.isEmpty() ? "" : "package %s;\n\n".formatted(home);
        return header + imports.statements() + "\n" + body;
    }

    private void declaration() {
        code.line("/** The job of %s, which its annotations describe. Change that class and not this one. */", own);
        if (sees(GENERATED)) {
            code.line("@%s(%s)", Tokens.of("javax.annotation.processing", "Generated"), literal(PROCESSOR));
        }
        code.line(
                        "public final class %s implements %s%s%s {",
                        className,
                        Tokens.of(API, "Atomizable"),
                        canMeasure() ? ", %s.Source".formatted(Tokens.of(API, "Metric")) : "",
                        canShrink() ? ", " + Tokens.of(API, "Shrinkable") : "")
                .gap();
    }

    /** Returns whether the module of the job can name a class; a module need not require all of the JDK. */
    private boolean sees(String name) {
        ModuleElement module = elements.getModuleOf(job.type());
        return (module == null ? elements.getTypeElement(name) : elements.getTypeElement(module, name)) != null;
    }

    private void run() {
        code.line("@Override").line("public void run(long atom) throws Exception {");
        code.line(job.hooks().atom().call("atom") + ";");
        for (Hooks.PhaseHook phase : job.hooks().phases()) {
            code.line("if ((atom + 1) %% %sL == 0) {", phase.phase().every());
            code.line(phase.hook().call("atom") + ";").line("}");
        }
        code.line("}").gap();
    }

    private void enough() {
        job.hooks().of(HookKind.ENOUGH).ifPresent(it -> {
            code.gap().line("@Override").line("public boolean enough(long nextAtom) {");
            code.line("return %s;", it.call("nextAtom")).line("}");
        });
    }

    private void evaluate() {
        job.hooks().of(HookKind.EVALUATE).ifPresent(it -> {
            String optional = Tokens.of("java.util", "Optional");
            code.gap().line("@Override");
            code.line("public %s<%s> evaluate() throws Exception {", optional, Tokens.of(API, "Metric"));
            code.line("return %s;", metric(it, optional)).line("}");
        });
    }

    private static String metric(Hooks.Hook hook, String optional) {
        String result = hook.method().getReturnType().toString();
        if (result.equals("double")) {
            Evaluate annotation = hook.method().getAnnotation(Evaluate.class);
            String name = annotation == null || annotation.value().isEmpty()
                    ? hook.method().getSimpleName().toString()
                    : annotation.value();
            return "%s.of(%s.exact(%s, %s))"
                    .formatted(optional, Tokens.of(API, "Metric"), literal(name), hook.call(""));
        }
        return result.endsWith("Metric") ? "%s.of(%s)".formatted(optional, hook.call("")) : hook.call("");
    }

    private boolean canMeasure() {
        return Lineage.isA(job.type().asType(), API + ".Metric.Source");
    }

    private void measure() {
        if (canMeasure()) {
            code.gap().line("@Override");
            code.line(
                    "public %s<%s> measure() throws Exception {",
                    Tokens.of("java.util", "Optional"), Tokens.of(API, "Metric"));
            code.line("return job.measure();").line("}");
        }
    }

    private boolean canShrink() {
        return Lineage.isA(job.type().asType(), API + ".Shrinkable");
    }

    private void shrink() {
        if (canShrink()) {
            String bytes = Tokens.of(API, "Bytes");
            code.gap().line("@Override");
            code.line("public %s shrink(%s.Pressure pressure) throws Exception {", bytes, Tokens.of(API, "Shrinkable"));
            code.line("return job.shrink(pressure);").line("}");
        }
    }

    private void close() {
        ElementFilter.methodsIn(elements.getAllMembers(job.type())).stream()
                .filter(it -> it.getSimpleName().contentEquals("close")
                        && it.getParameters().isEmpty())
                .filter(it -> Lineage.isA(job.type().asType(), "java.lang.AutoCloseable"))
                .findFirst()
                .ifPresent(this::close);
    }

    private void close(ExecutableElement method) {
        code.gap().line("@Override").line("public void close() {");
        if (method.getThrownTypes().isEmpty()) {
            code.line("job.close();").line("}");
            return;
        }
        code.line("try {").line("job.close();");
        code.line("} catch (Exception e) {");
        code.line("throw new IllegalStateException(%s, e);", literal(job.type().getSimpleName() + " cannot be closed"));
        code.line("}").line("}");
    }
}
