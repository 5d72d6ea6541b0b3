package org.atomizable.core.annotate;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Collects what the methods and initializers of a class and of its nested classes call and do. */
final class BodyScanner extends TreePathScanner<@Nullable Object, @Nullable Object> {

    /** The calls and findings in the body of a method, or in the initializers of a class. */
    record Facts(Set<ExecutableElement> calls, List<Finding> findings) {}

    private final Trees trees;
    private final Map<Element, Facts> facts;
    private final Deque<Element> around = new ArrayDeque<>();

    /**
     * Creates a scanner.
     *
     * @param facts receives what is found, by method, and by class for its initializers
     */
    BodyScanner(Trees trees, Map<Element, Facts> facts) {
        this.trees = trees;
        this.facts = facts;
    }

    @Override
    public @Nullable Object visitClass(ClassTree tree, @Nullable Object nothing) {
        return within(() -> super.visitClass(tree, nothing));
    }

    @Override
    public @Nullable Object visitMethod(MethodTree tree, @Nullable Object nothing) {
        return within(() -> super.visitMethod(tree, nothing));
    }

    /** Scans what is in the current class or method. What an anonymous class does is done by the method around it. */
    private @Nullable Object within(Supplier<@Nullable Object> scan) {
        Element here = trees.getElement(getCurrentPath());
        if (here == null || around.peek() instanceof ExecutableElement) {
            return scan.get();
        }
        around.push(here);
        Object result = scan.get();
        around.pop();
        return result;
    }

    @Override
    public @Nullable Object visitMethodInvocation(MethodInvocationTree tree, @Nullable Object nothing) {
        called(tree, tree.getMethodSelect() + "()");
        return super.visitMethodInvocation(tree, nothing);
    }

    @Override
    public @Nullable Object visitNewClass(NewClassTree tree, @Nullable Object nothing) {
        called(tree, "new " + tree.getIdentifier() + "()");
        return super.visitNewClass(tree, nothing);
    }

    @Override
    public @Nullable Object visitMemberReference(MemberReferenceTree tree, @Nullable Object nothing) {
        called(tree, tree.toString());
        return super.visitMemberReference(tree, nothing);
    }

    @Override
    public @Nullable Object visitAssignment(AssignmentTree tree, @Nullable Object nothing) {
        changed(tree.getVariable());
        return super.visitAssignment(tree, nothing);
    }

    @Override
    public @Nullable Object visitCompoundAssignment(CompoundAssignmentTree tree, @Nullable Object nothing) {
        changed(tree.getVariable());
        return super.visitCompoundAssignment(tree, nothing);
    }

    @Override
    public @Nullable Object visitUnary(UnaryTree tree, @Nullable Object nothing) {
        switch (tree.getKind()) {
            case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
                changed(tree.getExpression());
            default -> {}
        }
        return super.visitUnary(tree, nothing);
    }

    private void called(Tree tree, String text) {
        if (trees.getElement(getCurrentPath()) instanceof ExecutableElement method) {
            here().ifPresent(it -> it.calls().add(method));
            rule(method).ifPresent(rule -> find(rule, text, tree));
        }
    }

    private static Optional<Rule> rule(ExecutableElement called) {
        return called.getEnclosingElement() instanceof TypeElement type
                ? Unrepeatable.rule(
                        type.getQualifiedName().toString(),
                        called.getSimpleName().toString(),
                        called.getParameters().size())
                : Optional.empty();
    }

    private void changed(ExpressionTree variable) {
        ExpressionTree base = variable;
        while (base instanceof ArrayAccessTree access) {
            base = access.getExpression();
        }
        Element element = trees.getElement(new TreePath(getCurrentPath(), base));
        if (element != null
                && element.getKind() == ElementKind.FIELD
                && element.getModifiers().contains(Modifier.STATIC)) {
            find(Rule.STATIC, "a change of static " + element.getSimpleName(), variable);
        }
    }

    private void find(Rule rule, String what, Tree tree) {
        if (!isSuppressed(rule)) {
            Finding finding = new Finding(rule, what, tree, getCurrentPath().getCompilationUnit(), isKept());
            here().ifPresent(it -> it.findings().add(finding));
        }
    }

    private Optional<Facts> here() {
        return Optional.ofNullable(around.peek())
                .map(it -> facts.computeIfAbsent(it, any -> new Facts(new LinkedHashSet<>(), new ArrayList<>())));
    }

    /** Returns whether a field, which is not transient, gets the value in whose expression the scanner is. */
    private boolean isKept() {
        for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
            if (path.getLeaf() instanceof AssignmentTree assignment) {
                return isKeptIn(new TreePath(path, assignment.getVariable()));
            }
            if (path.getLeaf() instanceof VariableTree) {
                return isKeptIn(path);
            }
            if (path.getLeaf() instanceof StatementTree && !(path.getLeaf() instanceof ExpressionStatementTree)) {
                return false;
            }
        }
        return false;
    }

    private boolean isKeptIn(TreePath variable) {
        Element element = trees.getElement(variable);
        return element != null
                && element.getKind() == ElementKind.FIELD
                && !element.getModifiers().contains(Modifier.TRANSIENT);
    }

    /** A suppression may be on a local variable, a method, or a class around it. */
    private boolean isSuppressed(Rule rule) {
        for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
            switch (path.getLeaf().getKind()) {
                case VARIABLE, METHOD, CLASS -> {
                    if (Problems.isSuppressed(rule, trees.getElement(path))) {
                        return true;
                    }
                }
                default -> {}
            }
        }
        return false;
    }
}
