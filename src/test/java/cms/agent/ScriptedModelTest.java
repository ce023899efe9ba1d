package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The file of {@link ScriptedModel}, walked as its readers do, says its sentences; {@code .ci/agent-llama} has it read
 * by llama.cpp.
 */
final class ScriptedModelTest {
    private static final List<String> SENTENCES = List.of(
            "I look first.<tool_call>\n{\"name\": \"list_models\"}\n</tool_call>", "I look first, again.", "öäü 🦙");
    private static final int WIDTH = 128;

    @Test
    void theSameSentencesAreTheSameFile() {
        assertThat(ScriptedModel.of(SENTENCES)).isEqualTo(ScriptedModel.of(SENTENCES));
        assertThat(ScriptedModel.of(SENTENCES).length).isLessThan(1024 * 1024);
    }

    @Test
    void everyTokenLeadsToTheNextOne() {
        List<String> tokens = ScriptedModel.tokens(SENTENCES);
        assertThat(tokens).doesNotHaveDuplicates();
        float[][] matrices = matrices(ScriptedModel.of(SENTENCES), tokens.size());
        List<String> said = new ArrayList<>();
        for (int n = 0; n < SENTENCES.size(); n++) {
            StringBuilder sentence = new StringBuilder();
            int token = next(matrices, tokens.indexOf("<|turn" + n + "|>"));
            while (!tokens.get(token).equals("</s>")) {
                sentence.append(tokens.get(token));
                token = next(matrices, token);
            }
            said.add(sentence.toString());
        }
        assertThat(said).isEqualTo(SENTENCES);
    }

    /** The token whose row of the output matrix fits an embedding best. */
    private static int next(float[][] matrices, int token) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int candidate = 0; candidate < matrices[1].length / WIDTH; candidate++) {
            double fit = 0;
            for (int i = 0; i < WIDTH; i++) {
                fit += matrices[0][token * WIDTH + i] * matrices[1][candidate * WIDTH + i];
            }
            if (fit > most) {
                most = fit;
                best = candidate;
            }
        }
        return best;
    }

    /** The embeddings and the output matrix, found through the head of the file. */
    private static float[][] matrices(byte[] file, int tokens) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(in.getInt()).isEqualTo(0x46554747);
        assertThat(in.getInt()).isEqualTo(3);
        long tensors = in.getLong();
        long keys = in.getLong();
        for (long n = 0; n < keys; n++) {
            text(in);
            skip(in, in.getInt());
        }
        float[][] matrices = new float[2][];
        long[] offsets = new long[2];
        for (long n = 0; n < tensors; n++) {
            String name = text(in);
            int dimensions = in.getInt();
            long columns = in.getLong();
            long rows = dimensions == 1 ? 1 : in.getLong();
            assertThat(in.getInt()).isZero();
            long offset = in.getLong();
            if (name.equals("token_embd.weight") || name.equals("output.weight")) {
                assertThat(columns * rows).isEqualTo((long) WIDTH * tokens);
                offsets[name.equals("output.weight") ? 1 : 0] = offset;
            }
        }
        int data = Math.ceilDiv(in.position(), 32) * 32;
        for (int n = 0; n < 2; n++) {
            matrices[n] = new float[WIDTH * tokens];
            in.position(data + (int) offsets[n]);
            in.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(matrices[n]);
        }
        return matrices;
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = new byte[(int) in.getLong()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void skip(ByteBuffer in, int type) {
        switch (type) {
            case 4, 5, 6 -> in.getInt();
            case 7 -> in.get();
            case 8 -> text(in);
            case 9 -> {
                int items = in.getInt();
                long count = in.getLong();
                for (long n = 0; n < count; n++) {
                    skip(in, items);
                }
            }
            default -> throw new AssertionError("no type of a key: " + type);
        }
    }
}
