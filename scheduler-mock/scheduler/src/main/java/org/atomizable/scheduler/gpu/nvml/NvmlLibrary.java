package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;

/** The library, loaded: calls by name, and codes made errors. Safe for use by several threads, as NVML is. */
final class NvmlLibrary {

    private static final int LONGEST_TEXT = 96;

    private final NativeLibrary library;
    private final Map<String, Function> functions = new ConcurrentHashMap<>();

    private NvmlLibrary(NativeLibrary library) {
        this.library = library;
    }

    static NvmlLibrary load(String name) throws GpuException {
        try {
            return new NvmlLibrary(NativeLibrary.getInstance(name));
        } catch (UnsatisfiedLinkError missing) {
            throw new GpuException(Problem.NO_LIBRARY, "%s cannot be loaded (%s)".formatted(name, words(missing)));
        }
    }

    /**
     * The linker's own words: a library can also be there and be of another architecture, or on a disk that is mounted noexec. JNA says
     * first that it failed, and at last on which class path it looked.
     */
    private static String words(UnsatisfiedLinkError missing) {
        String all = String.valueOf(missing.getMessage());
        String linker = all.lines()
                .map(String::strip)
                .filter(it -> !it.startsWith("Unable to load library") && !it.startsWith("Native library ("))
                .distinct()
                .collect(Collectors.joining("; "));
        return linker.isEmpty() ? all : linker;
    }

    boolean has(String symbol) {
        try {
            function(symbol);
            return true;
        } catch (GpuException missing) {
            return false;
        }
    }

    /** Calls and returns the code. */
    int code(String symbol, Object... arguments) throws GpuException {
        return function(symbol).invokeInt(arguments);
    }

    /**
     * Calls, and fails unless that succeeds.
     *
     * @param purpose the purpose of the call, such as "ask for the GPU's name"
     */
    void call(String purpose, String symbol, Object... arguments) throws GpuException {
        int code = code(symbol, arguments);
        if (code != NvmlCode.SUCCESS) {
            throw failed(purpose, symbol, code);
        }
    }

    GpuException failed(String purpose, String symbol, int code) {
        return new GpuException(
                NvmlCode.problem(code),
                "NVML could not %s: %s said %s (code %s)".formatted(purpose, symbol, words(code), code));
    }

    /** Asks for a text. */
    String text(String purpose, String symbol, Pointer... handle) throws GpuException {
        byte[] text = new byte[LONGEST_TEXT];
        if (handle.length == 0) {
            call(purpose, symbol, text, text.length);
        } else {
            call(purpose, symbol, handle[0], text, text.length);
        }
        int length = 0;
        while (length < text.length && text[length] != 0) {
            length++;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    /** Asks for a number. */
    int number(String purpose, String symbol, Pointer handle) throws GpuException {
        IntByReference number = new IntByReference();
        call(purpose, symbol, handle, number);
        return number.getValue();
    }

    private String words(int code) {
        try {
            return "\"%s\"".formatted(function("nvmlErrorString").invokeString(new Object[] {code}, false));
        } catch (GpuException missing) {
            return "no";
        }
    }

    private Function function(String symbol) throws GpuException {
        Function known = functions.get(symbol);
        if (known == null) {
            try {
                known = library.getFunction(symbol);
            } catch (UnsatisfiedLinkError missing) {
                throw new GpuException(Problem.NO_SYMBOL, "%s has no %s".formatted(library.getName(), symbol));
            }
            functions.put(symbol, known);
        }
        return known;
    }
}
