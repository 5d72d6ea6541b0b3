package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * The loops of a method that write every element of an array: {@code for (int i = 0; i < a.length; i++) a[i] = …}, also with the length
 * that the array was made with.
 *
 * @param ends the instruction that ends such a loop, by the one that asks whether it ends
 * @param stores the instructions that write the elements
 */
record Fills(Map<Integer, Integer> ends, Set<Integer> stores) {

    /**
     * Finds the loops that fill an array.
     *
     * @param anyLength whether a loop is taken to reach the end of its array: a field's length is in another method
     * @param made the constant length that the array is known to have
     */
    static Fills of(Code code, Predicate<Origins> isArray, boolean anyLength, Optional<Object> made) {
        Fills fills = new Fills(new HashMap<>(), new HashSet<>());
        for (int i : code.reached()) {
            if (Code.isArrayStore(code.at(i)) && isArray.test(code.operands(i).get(0))) {
                fills.add(code, i, isArray, anyLength, made);
            }
        }
        while (anyLength && fills.addAround(code)) {
            // Rows of rows.
        }
        return fills;
    }

    /** Adds the loops each round of which fills a part. */
    private boolean addAround(Code code) {
        for (int i : code.reached()) {
            if (!ends.containsKey(i)
                    && code.at(i) instanceof JumpInsnNode jump
                    && jump.getOpcode() == Opcodes.IF_ICMPGE
                    && isCounter(code, code.operands(i).get(0).from())) {
                int end = code.target(jump);
                if (ends.keySet().stream().anyMatch(inner -> !passes(code, i, end, inner))) {
                    ends.put(i, end);
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isCounter(Code code, Set<Integer> index) {
        return index.size() == 2 && index.stream().allMatch(it -> it >= 0 && countsFromZero(code.at(it)));
    }

    private void add(Code code, int store, Predicate<Origins> isArray, boolean anyLength, Optional<Object> made) {
        Set<Integer> index = code.operands(store).get(1).from();
        if (!isCounter(code, index)) {
            return;
        }
        for (int i : code.reached()) {
            if (code.at(i) instanceof JumpInsnNode jump
                    && jump.getOpcode() == Opcodes.IF_ICMPGE
                    && code.operands(i).get(0).from().equals(index)
                    && (anyLength
                            ? mayBe(made, constant(code, code.operands(i).get(1)))
                            : isLength(
                                    code,
                                    code.operands(i).get(1),
                                    code.operands(store).get(0),
                                    isArray))) {
                int end = code.target(jump);
                if (!passes(code, i, end, store)) {
                    ends.put(i, end);
                    stores.add(store);
                }
            }
        }
    }

    private static boolean countsFromZero(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.ICONST_0 || (insn instanceof IincInsnNode step && step.incr == 1);
    }

    private static boolean isLength(Code code, Origins length, Origins array, Predicate<Origins> isArray) {
        boolean asked = length.from().stream()
                .allMatch(it -> it >= 0
                        && code.at(it).getOpcode() == Opcodes.ARRAYLENGTH
                        && isArray.test(code.operands(it).get(0)));
        boolean made = array.from().stream()
                .allMatch(it -> it >= 0
                        && code.at(it).getOpcode() == Opcodes.NEWARRAY
                        && isSame(code, code.operands(it).get(0), length));
        return !length.from().isEmpty() && (asked || made);
    }

    private static boolean isSame(Code code, Origins made, Origins asked) {
        return made.from().equals(asked.from())
                || (constant(code, made).isPresent() && constant(code, made).equals(constant(code, asked)));
    }

    private static Optional<Object> constant(Code code, Origins value) {
        int origin = value.from().size() == 1 ? value.from().iterator().next() : -1;
        if (origin < 0) {
            return Optional.empty();
        }
        return constant(code.at(origin));
    }

    private static boolean mayBe(Optional<Object> made, Optional<Object> asked) {
        return made.isEmpty() || asked.isEmpty() || made.equals(asked);
    }

    /** Returns the constant that an instruction pushes, if it does. */
    static Optional<Object> constant(AbstractInsnNode insn) {
        if (insn instanceof IntInsnNode number && insn.getOpcode() != Opcodes.NEWARRAY) {
            return Optional.of(number.operand);
        }
        if (insn instanceof LdcInsnNode constant) {
            return Optional.of(constant.cst);
        }
        boolean isSmall = insn.getOpcode() >= Opcodes.ICONST_M1 && insn.getOpcode() <= Opcodes.ICONST_5;
        return isSmall ? Optional.of(insn.getOpcode() - Opcodes.ICONST_0) : Optional.empty();
    }

    /** Returns whether a round of the loop may pass without the store, or leave the loop in its middle. */
    private static boolean passes(Code code, int asks, int end, int store) {
        Deque<Integer> left = new ArrayDeque<>(code.next(asks));
        left.remove(end);
        Set<Integer> seen = new HashSet<>();
        while (!left.isEmpty()) {
            int at = left.remove();
            if (at == asks || at == end) {
                return true;
            }
            if (at != store && seen.add(at)) {
                left.addAll(code.next(at));
            }
        }
        return false;
    }
}
