package cms.githost.provider;

import cms.git.Tree;
import java.util.Optional;

/** The files of a repository that a scan reads. */
public interface ScannedFiles {
    boolean hasFolder(String path);

    boolean hasFile(String path);

    /** The content of a file; empty when there is none or it is larger than {@code bytesMax}. */
    Optional<byte[]> read(String path, int bytesMax);

    static ScannedFiles of(Tree tree) {
        return new ScannedFiles() {
            @Override
            public boolean hasFolder(String path) {
                return tree.folder(path).isPresent();
            }

            @Override
            public boolean hasFile(String path) {
                return tree.blob(path).isPresent();
            }

            @Override
            public Optional<byte[]> read(String path, int bytesMax) {
                return tree.read(path, bytesMax);
            }
        };
    }
}
