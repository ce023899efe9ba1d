package cms.platform.pictures.worker;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls functions of a C library by their names. Arguments are an int, a double, a long, a text or an address; a
 * function with optional arguments takes them as names and values after {@link #OPTIONAL}, and gets the NULL at their
 * end.
 */
@SuppressWarnings("restricted") // What this class is for; the process that it runs in has nothing to lose.
final class NativeCalls {
    /** Separates the optional arguments. */
    static final Object OPTIONAL = new Object();

    private static final AddressLayout POINTER = ValueLayout.ADDRESS;

    private final Linker linker = Linker.nativeLinker();
    private final SymbolLookup library;
    private final Map<String, MethodHandle> known = new HashMap<>();

    /** @throws IllegalArgumentException when there is no library at that path, or not one for this machine */
    NativeCalls(Path path) {
        this(SymbolLookup.libraryLookup(path, Arena.global()));
    }

    private NativeCalls(SymbolLookup library) {
        this.library = library;
    }

    /** The functions of the C library that every process has. */
    static NativeCalls ofSystem() {
        return new NativeCalls(Linker.nativeLinker().defaultLookup());
    }

    boolean has(String function) {
        return library.find(function).isPresent();
    }

    int number(String function, Object... arguments) {
        return (int) call(function, ValueLayout.JAVA_INT, arguments);
    }

    /** Calls a function that returns an address, which may be NULL. */
    MemorySegment address(String function, Object... arguments) {
        return (MemorySegment) call(function, POINTER, arguments);
    }

    void run(String function, Object... arguments) {
        call(function, null, arguments);
    }

    static String text(MemorySegment address) {
        return address.equals(MemorySegment.NULL)
                ? ""
                : address.reinterpret(Long.MAX_VALUE).getString(0);
    }

    /** A number of bytes at an address that a function has returned. */
    static MemorySegment bytes(MemorySegment address, long length) {
        return address.reinterpret(length);
    }

    private Object call(String function, @Nullable MemoryLayout result, Object... arguments) {
        List<MemoryLayout> layouts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        int optional = -1;
        try (Arena arena = Arena.ofConfined()) {
            for (Object argument : arguments) {
                if (argument == OPTIONAL) {
                    optional = layouts.size();
                    continue;
                }
                layouts.add(layout(argument));
                values.add(argument instanceof String text ? arena.allocateFrom(text) : argument);
            }
            if (optional >= 0) {
                layouts.add(POINTER);
                values.add(MemorySegment.NULL);
            }
            Object answer = handle(function, result, layouts, optional).invokeWithArguments(values);
            return answer == null ? MemorySegment.NULL : answer;
        } catch (RuntimeException | Error unchanged) {
            throw unchanged;
        } catch (Throwable impossible) {
            throw new IllegalStateException(function, impossible);
        }
    }

    private MethodHandle handle(
            String function, @Nullable MemoryLayout result, List<MemoryLayout> layouts, int optional) {
        return known.computeIfAbsent(function + layouts, missing -> {
            MemoryLayout[] all = layouts.toArray(new MemoryLayout[0]);
            FunctionDescriptor descriptor =
                    result == null ? FunctionDescriptor.ofVoid(all) : FunctionDescriptor.of(result, all);
            MemorySegment symbol = library.findOrThrow(function);
            return optional < 0
                    ? linker.downcallHandle(symbol, descriptor)
                    : linker.downcallHandle(symbol, descriptor, Linker.Option.firstVariadicArg(optional));
        });
    }

    private static MemoryLayout layout(Object argument) {
        return switch (argument) {
            case Integer any -> ValueLayout.JAVA_INT;
            case Double any -> ValueLayout.JAVA_DOUBLE;
            case Long any -> ValueLayout.JAVA_LONG;
            default -> POINTER;
        };
    }
}
