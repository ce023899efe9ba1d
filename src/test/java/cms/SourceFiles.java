package cms;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;

/** Reads the sources as the compiler parses them, so that budgets are counted and not guessed. */
final class SourceFiles {
    /** One file: its lines, what it imports, its top-level and nested types and every method or constructor in it. */
    record SourceFile(
            Path path,
            String packageName,
            List<String> lines,
            List<Import> imports,
            List<Type> types,
            List<NestedType> nestedTypes,
            List<Method> methods) {
        boolean isPackageInfo() {
            return path.endsWith("package-info.java");
        }
    }

    record Import(String name, int line) {}

    record Type(String name, int line, boolean isPublic) {}

    /** @param isCase whether it is nested in a sealed type and is one of its cases, which are read with its name */
    record NestedType(String name, int line, boolean isCase) {}

    /** @param parameters the number of parameters; {@code isConstructor} leaves out those of records */
    record Method(String name, int line, int lineCount, int parameters, boolean isConstructor) {}

    private SourceFiles() {}

    static List<SourceFile> under(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> paths = walk.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
            var compiler = ToolProvider.getSystemJavaCompiler();
            try (var fileManager = compiler.getStandardFileManager(null, null, null)) {
                var task = (JavacTask) compiler.getTask(
                        null,
                        fileManager,
                        null,
                        List.of("-proc:none"),
                        null,
                        fileManager.getJavaFileObjectsFromPaths(paths));
                List<SourceFile> files = new ArrayList<>();
                for (CompilationUnitTree unit : task.parse()) {
                    files.add(read(unit, Trees.instance(task).getSourcePositions()));
                }
                return files;
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static SourceFile read(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        Path path = Path.of("")
                .toAbsolutePath()
                .relativize(Path.of(unit.getSourceFile().toUri()));
        var imports = unit.getImports().stream()
                .map(tree -> new Import(nameOf(tree), line(unit, positions.getStartPosition(unit, tree))))
                .toList();
        var types = unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .map(tree -> new Type(
                        tree.getSimpleName().toString(),
                        line(unit, positions.getStartPosition(unit, tree)),
                        tree.getModifiers().getFlags().contains(Modifier.PUBLIC)))
                .toList();
        List<NestedType> nestedTypes = new ArrayList<>();
        List<Method> methods = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                Tree around = getCurrentPath().getParentPath().getLeaf();
                if (around != unit && !type.getSimpleName().isEmpty()) {
                    nestedTypes.add(new NestedType(
                            type.getSimpleName().toString(),
                            line(unit, positions.getStartPosition(unit, type)),
                            around instanceof ClassTree outer && isCase(type, outer)));
                }
                return super.visitClass(type, nothing);
            }

            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                boolean ofRecord = getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
                long start = positions.getStartPosition(unit, method.getBody() == null ? method : method.getBody());
                int first = line(unit, positions.getStartPosition(unit, method));
                int last = line(unit, positions.getEndPosition(unit, method));
                int bodyStart = start < 0 ? first : line(unit, start);
                boolean constructor = method.getReturnType() == null && !ofRecord;
                String name = constructor ? "the constructor" : method.getName().toString();
                methods.add(new Method(
                        name,
                        first,
                        last - bodyStart + 1,
                        method.getParameters().size(),
                        constructor));
                return super.visitMethod(method, nothing);
            }
        }.scan(unit, null);
        String packageName =
                unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        return new SourceFile(path, packageName, Files.readAllLines(path), imports, types, nestedTypes, methods);
    }

    private static boolean isCase(ClassTree type, ClassTree outer) {
        return outer.getModifiers().getFlags().contains(Modifier.SEALED)
                && Stream.concat(type.getImplementsClause().stream(), Stream.ofNullable(type.getExtendsClause()))
                        .map(parent -> parent.toString().replaceFirst("<.*", ""))
                        .anyMatch(outer.getSimpleName()::contentEquals);
    }

    private static String nameOf(ImportTree tree) {
        String name = tree.getQualifiedIdentifier().toString();
        return tree.isStatic() ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    private static int line(CompilationUnitTree unit, long position) {
        return position < 0 ? 1 : (int) unit.getLineMap().getLineNumber(position);
    }
}
