package cms.format.merge;

import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.ModelKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The depth to which members of a file are values of their own, and the form of a value's address. */
enum FileShape {
    /** Entries, and fields in them. */
    ENTRIES(2),
    /** Members, each one value. */
    FLAT(1),
    /** Members of members, as far as there are objects. */
    DEEP(Integer.MAX_VALUE),
    /** Like {@link #DEEP}, but below {@code terms} a term and a locale name the value. */
    TERMS(Integer.MAX_VALUE),
    /** Frontmatter members, and a body. */
    DOCUMENT(1),
    /** The file context.json, written anew at every landing. */
    CONTEXT(0),
    /** Lines. */
    TEXT(0);

    private final int depth;

    FileShape(int depth) {
        this.depth = depth;
    }

    /** The levels of objects that are taken apart. */
    int depth() {
        return depth;
    }

    /** Whether a removed file is the removal of each of its members. */
    boolean dissolves() {
        return this == ENTRIES || this == FLAT;
    }

    static FileShape of(ContentPath where) {
        return switch (where) {
            case ContentPath.Entries entries -> entries.model().kind() == ModelKind.COLLECTION ? ENTRIES : FLAT;
            case ContentPath.Meta meta -> meta.model().kind() == ModelKind.COLLECTION ? ENTRIES : FLAT;
            case ContentPath.DocumentMeta meta -> FLAT;
            case ContentPath.Document document -> DOCUMENT;
            case ContentPath.Model model -> DEEP;
            case ContentPath.Config config -> DEEP;
            case ContentPath.Vocabulary terms -> TERMS;
            case ContentPath.Context context -> CONTEXT;
            case ContentPath.Elsewhere elsewhere -> TEXT;
        };
    }

    static boolean isMeta(ContentPath where) {
        return where instanceof ContentPath.Meta || where instanceof ContentPath.DocumentMeta;
    }

    /** The address of the value at this path of member names. */
    ValueAddress place(String path, ContentPath where, List<String> names) {
        ValueAddress file = file(path, where);
        if (names.isEmpty()) {
            return file;
        }
        String entry = file.entry();
        List<String> rest = names;
        if (this == ENTRIES) {
            entry = names.getFirst();
            rest = names.subList(1, names.size());
        } else if (this == TERMS && names.size() > 1 && names.getFirst().equals("terms")) {
            entry = names.get(1);
            rest = names.subList(2, names.size());
        }
        String field = rest.isEmpty() ? null : String.join(".", rest);
        return new ValueAddress(path, file.model(), file.locale(), entry, field);
    }

    private static ValueAddress file(String path, ContentPath where) {
        return switch (where) {
            case ContentPath.Entries at -> new ValueAddress(path, at.model().id(), locale(at.locale()), null, null);
            case ContentPath.Meta at -> new ValueAddress(path, at.model().id(), locale(at.locale()), null, null);
            case ContentPath.Document at ->
                new ValueAddress(path, at.model().id(), locale(at.locale()), at.slug(), null);
            case ContentPath.DocumentMeta at ->
                new ValueAddress(path, at.model().id(), locale(at.locale()), at.slug(), null);
            case ContentPath.Model at -> new ValueAddress(path, at.modelId(), null, null, null);
            case ContentPath.Config at -> new ValueAddress(path, null, null, null, null);
            case ContentPath.Vocabulary at -> new ValueAddress(path, null, null, null, null);
            case ContentPath.Context at -> new ValueAddress(path, null, null, null, null);
            case ContentPath.Elsewhere at -> new ValueAddress(path, null, null, null, null);
        };
    }

    private static @Nullable String locale(String locale) {
        return locale.equals(ContentPaths.DATA) ? null : locale;
    }
}
