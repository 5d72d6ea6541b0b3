package org.atomizable.core.annotate;

import static org.atomizable.core.annotate.Code.literal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.core.annotate.StateField.Way;

/** Writes what saves and restores the fields of a job. */
final class StateCode {

    private static final String PART = Tokens.ofState("Part");
    private static final String SAVER = Tokens.ofState("StateSaver");
    private static final String RESTORER = Tokens.ofState("StateRestorer");
    private static final String WRITER = Tokens.ofState("PartWriter");
    private static final String READER = Tokens.ofState("PartReader");
    private static final String VALUES = Tokens.ofState("Values");
    private static final String FAILURE = Tokens.of("java.io", "IOException");

    private final AnnotatedJob job;
    private final String className;
    private final Code code;
    private final Names names;

    /** The argument that says how a field is saved, by the field's name. */
    private final Map<String, String> how = new LinkedHashMap<>();

    StateCode(AnnotatedJob job, String className, Names names, Code code) {
        this.job = job;
        this.className = className;
        this.names = names;
        this.code = code;
    }

    /** Writes the parts and codecs as constants. Records come first, because they may contain each other. */
    void constants() {
        for (Definition it : job.state().definitions()) {
            code.line(
                    "private static final %s<%s> %s = %s.of(%s::write%s, %s::read%s);",
                    PART, it.type(), it.constant(), PART, className, it.method(), className, it.method());
        }
        for (StateField field : job.state().fields()) {
            String text = field.saving().text();
            switch (field.saving().way()) {
                case PRIMITIVE -> {}
                case PART -> constant(field, PART + "<" + field.type() + ">", text);
                case CODEC -> constant(field, text, "new " + text + "()");
            }
        }
        if (!how.isEmpty() || !job.state().definitions().isEmpty()) {
            code.gap();
        }
    }

    private void constant(StateField field, String type, String value) {
        if (!value.contains("(")) {
            how.put(field.field(), value); // it is a constant already
            return;
        }
        String constant = names.constant(field.field());
        how.put(field.field(), constant);
        code.line("private static final %s %s = %s;", type, constant, value);
    }

    /** Writes the methods that save and restore the state. */
    void methods() {
        code.line("@Override");
        code.line("public void save(%s to) throws %s {", Tokens.of("org.atomizable.api", "StateWriter"), FAILURE);
        job.hooks().of(HookKind.BEFORE_CHECKPOINT).ifPresent(it -> code.line(it.call("") + ";"));
        boolean hasParameters = !job.creation().parameters().isEmpty();
        if (hasParameters || !job.state().fields().isEmpty()) {
            code.line("%s state = new %s(to);", SAVER, SAVER);
        }
        if (hasParameters) {
            code.line("parameters.save(state);");
        }
        job.state().fields().forEach(this::save);
        code.line("}").gap();
        code.line("@Override");
        code.line("public void restore(%s from) throws %s {", Tokens.of("org.atomizable.api", "StateReader"), FAILURE);
        code.line("%s state = new %s(from);", RESTORER, RESTORER);
        if (hasParameters) {
            code.line("parameters.requireSame(state);");
        }
        job.state().fields().forEach(this::restore);
        code.line("state.finish();");
        job.hooks().of(HookKind.AFTER_RESTORE).ifPresent(it -> code.line(it.call("") + ";"));
        code.line("}");
        job.state().definitions().forEach(this::definition);
    }

    private void save(StateField field) {
        String verb = field.inPlace() && field.saving().way() == Way.PART ? "keep" : "put";
        String part = how.containsKey(field.field()) ? ", " + how.get(field.field()) : "";
        code.line("state.%s(%s, job.%s%s);", verb, literal(field.name()), field.field(), part);
    }

    private void restore(StateField field) {
        String name = literal(field.name());
        String own = "job." + field.field();
        Way way = field.saving().way();
        String part = how.getOrDefault(field.field(), "");
        if (way == Way.PRIMITIVE) {
            code.line("%s = state.take%s(%s);", own, field.saving().text(), name);
        } else if (field.inPlace()) {
            code.line("state.restore(%s, %s, %s);", name, own, part);
        } else if (way == Way.CODEC) {
            code.line("%s = state.take(%s, %s, %s);", own, name, own, part);
        } else {
            code.line("%s = state.take(%s, %s);", own, name, part);
        }
    }

    private void definition(Definition it) {
        code.gap();
        code.line("private static void write%s(%s value, %s to) throws %s {", it.method(), it.type(), WRITER, FAILURE);
        if (it.isRecord()) {
            it.members().forEach(member -> code.line("to.put(value.%s(), %s);", member.name(), member.part()));
        } else {
            writeSubclasses(it.members());
        }
        code.line("}").gap();
        code.line("private static %s read%s(%s from) throws %s {", it.type(), it.method(), READER, FAILURE);
        if (it.isRecord()) {
            readComponents(it);
        } else {
            readSubclasses(it.members());
        }
        code.line("}");
    }

    private void writeSubclasses(List<Definition.Member> members) {
        String start = "if";
        for (int i = 0; i < members.size(); i++) {
            Definition.Member member = members.get(i);
            code.line("%s (value instanceof %s it) {", start, member.name());
            code.line("to.put(%s, %s.INTEGER);", i, VALUES);
            code.line("to.put(it, %s);", member.part());
            start = "} else if";
        }
        code.line("} else {").line("throw %s.unknown(to, value);", VALUES).line("}");
    }

    private void readComponents(Definition it) {
        String diamond =
                it.type().contains("<") ? it.type().substring(0, it.type().indexOf('<')) + "<>" : it.type();
        if (it.members().isEmpty()) {
            code.line("return new %s();", diamond);
            return;
        }
        code.line("return new %s(", diamond);
        for (int i = 0; i < it.members().size(); i++) {
            String end = i == it.members().size() - 1 ? ");" : ",";
            code.line("        from.take(%s)%s", it.members().get(i).part(), end);
        }
    }

    private void readSubclasses(List<Definition.Member> members) {
        code.line("int type = from.take(%s.INTEGER);", VALUES);
        for (int i = 0; i < members.size(); i++) {
            code.line("if (type == %s) {", i);
            code.line("return from.take(%s);", members.get(i).part());
            code.line("}");
        }
        code.line("throw %s.unknown(from, type);", VALUES);
    }
}
