package org.atomizable.core.annotate;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/** The values that are written into final fields, as far as the sources show it. It is used before names are resolved. */
final class WrittenValues {

    private static final Pattern UNMODIFIABLE = Pattern.compile(
            "(java\\.util\\.)?((List|Set|Map)\\.(of|copyOf|ofEntries)|Collections\\.(empty|singleton)\\w*)|.*\\.toList");

    /** How a value is made. */
    public enum Kind {
        /** A collection that keeps its elements for ever. */
        UNMODIFIABLE,
        /** A function that has no object of its own: a lambda, or a method of a class or of the job. */
        FUNCTION,
        /** A new object of the class that the field has as its type. */
        NEW,
        OTHER
    }

    private final Optional<Trees> trees;

    private WrittenValues(Optional<Trees> trees) {
        this.trees = trees;
    }

    /** Looks at the sources, if the compiler shows them. */
    public static WrittenValues of(ProcessingEnvironment environment) {
        try {
            return new WrittenValues(Optional.of(Trees.instance(environment)));
        } catch (IllegalArgumentException | LinkageError e) { // another compiler, or one that an IDE wraps
            return new WrittenValues(Optional.empty());
        }
    }

    /** Returns how the value of a final field is made, if it is made in one way. */
    public Kind of(VariableElement field) {
        List<Kind> kinds = written(field).stream()
                .map(it -> kind(it, field.asType().toString()))
                .distinct()
                .toList();
        return kinds.size() == 1 ? kinds.get(0) : Kind.OTHER;
    }

    private List<ExpressionTree> written(VariableElement field) {
        List<ExpressionTree> written = new ArrayList<>();
        TreePath path = trees.isEmpty() ? null : trees.get().getPath(field);
        if (path == null || !(path.getLeaf() instanceof VariableTree variable)) {
            return written;
        }
        if (variable.getInitializer() != null) {
            written.add(variable.getInitializer());
        } else if (path.getParentPath().getLeaf() instanceof ClassTree type) {
            new TreeScanner<@Nullable Object, @Nullable Object>() {
                @Override
                public @Nullable Object visitAssignment(AssignmentTree tree, @Nullable Object nothing) {
                    String target = tree.getVariable().toString();
                    boolean same =
                            target.equals(variable.getName().toString()) || target.equals("this." + variable.getName());
                    if (same) {
                        written.add(tree.getExpression());
                    }
                    return super.visitAssignment(tree, nothing);
                }
            }.scan(type, null);
        }
        return written;
    }

    private static Kind kind(ExpressionTree value, String type) {
        if (value instanceof LambdaExpressionTree) {
            return Kind.FUNCTION;
        }
        if (value instanceof MemberReferenceTree reference) {
            String of = reference.getQualifierExpression().toString();
            return of.equals("this") || Character.isUpperCase(of.charAt(of.lastIndexOf('.') + 1))
                    ? Kind.FUNCTION
                    : Kind.OTHER;
        }
        if (value instanceof NewClassTree made && made.getClassBody() == null) {
            String name = made.getIdentifier().toString();
            return type.equals(name) || type.endsWith("." + name) ? Kind.NEW : Kind.OTHER;
        }
        if (!(value instanceof MethodInvocationTree call)) {
            return Kind.OTHER;
        }
        String method = call.getMethodSelect().toString();
        if (method.startsWith("Comparator.")) {
            return Kind.FUNCTION;
        }
        return UNMODIFIABLE.matcher(method).matches() ? Kind.UNMODIFIABLE : Kind.OTHER;
    }
}
