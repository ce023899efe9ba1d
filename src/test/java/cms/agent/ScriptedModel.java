package cms.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A language model that says what it was told to, as a GGUF file for llama.cpp: after the n-th result of a tool it says
 * the n-th sentence. Its one block adds nothing, so the next token depends on the last one alone: the row of a token in
 * the output matrix is the sum of the embeddings of the tokens that it follows. Pieces of sentences are tokens that
 * occur once each.
 */
final class ScriptedModel {
    private static final int WIDTH = 128;
    private static final int HEAD = 64;
    private static final int INNER = 32;
    private static final int CONTEXT = 65_536;
    private static final int ALIGNMENT = 32;
    private static final int BYTES = 256;
    private static final int FIRST_PIECE_CHARS = 4;
    private static final float SURE = 8;

    private static final int UINT32 = 4;
    private static final int INT32 = 5;
    private static final int FLOAT32 = 6;
    private static final int BOOL = 7;
    private static final int STRING = 8;
    private static final int ARRAY = 9;

    private static final int NORMAL_TOKEN = 1;
    private static final int UNKNOWN_TOKEN = 2;
    private static final int CONTROL_TOKEN = 3;
    private static final int NAMED_TOKEN = 4;
    private static final int BYTE_TOKEN = 6;

    /**
     * What was said last and which calls there were, then which sentence comes; instructions, schemas and results would
     * only make every test wait.
     */
    private static final String TEMPLATE = """
        {%- set count = namespace(results=0) -%}
        {%- if tools %}<tools>{% for tool in tools %}{{ tool.function.name }} {% endfor %}
        For each call return <tool_call>
        {"name": <name>, "arguments": <arguments>}
        </tool_call></tools>{% endif -%}
        {%- for message in messages -%}
        {%- if message.role == 'tool' -%}
        {%- set count.results = count.results + 1 -%}
        <tool_response>{{ message.content | length }}</tool_response>
        {%- elif message.role == 'assistant' and message.tool_calls -%}
        {{ '<|assistant|>' + (message.content or '') }}
        {%- for call in message.tool_calls -%}
        {{ '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' + (call.function.arguments | tojson) + '}\\n</tool_call>' }}
        {%- endfor -%}
        {%- elif message.role != 'system' -%}
        {{ '<|' + message.role + '|>' + (message.content or '') }}
        {%- endif -%}
        {%- endfor -%}
        {%- if add_generation_prompt -%}{{ '<|turn' + count.results|string + '|>' }}{%- endif -%}
        """;

    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private final Map<Integer, Set<Integer>> follows = new HashMap<>();

    private ScriptedModel(List<String> sentences) {
        int unknown = token("<unk>", UNKNOWN_TOKEN);
        token("<s>", CONTROL_TOKEN);
        int end = token("</s>", CONTROL_TOKEN);
        for (int octet = 0; octet < BYTES; octet++) {
            token(String.format("<0x%02X>", octet), BYTE_TOKEN);
        }
        follows.put(unknown, new HashSet<>());
        for (int n = 0; n < sentences.size(); n++) {
            int last = token("<|turn" + n + "|>", NAMED_TOKEN);
            for (String piece : pieces(sentences.get(n))) {
                int next = token(piece, NORMAL_TOKEN);
                follow(next, last);
                last = next;
            }
            follow(end, last);
        }
    }

    /** The bytes of a file for a model that says these sentences. */
    static byte[] of(List<String> sentences) {
        return new ScriptedModel(sentences).file();
    }

    /** Its tokens in their order. */
    static List<String> tokens(List<String> sentences) {
        return List.copyOf(new ScriptedModel(sentences).tokens);
    }

    private int token(String text, int type) {
        if (!known.add(text)) {
            throw new IllegalStateException("the token is there twice: " + text);
        }
        tokens.add(text);
        types.add(type);
        return tokens.size() - 1;
    }

    private void follow(int token, int before) {
        follows.computeIfAbsent(token, any -> new HashSet<>()).add(before);
    }

    /** The shortest pieces of some characters that are no tokens yet. */
    private List<String> pieces(String sentence) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < sentence.length()) {
            int until = Math.min(from + FIRST_PIECE_CHARS, sentence.length());
            while (until < sentence.length()
                    && (known.contains(sentence.substring(from, until))
                            || pieces.contains(sentence.substring(from, until)))) {
                until++;
            }
            pieces.add(sentence.substring(from, until));
            from = until;
        }
        String last = pieces.getLast();
        if (pieces.size() > 1 && (known.contains(last) || pieces.indexOf(last) < pieces.size() - 1)) {
            pieces.removeLast();
            pieces.add(pieces.removeLast() + last);
        }
        return pieces;
    }

    private byte[] file() {
        Map<String, float[]> tensors = tensors();
        Writer out = new Writer();
        out.raw("GGUF".getBytes(StandardCharsets.US_ASCII));
        out.int32(3);
        out.int64(tensors.size());
        Writer keys = new Writer();
        int count = keys(keys);
        out.int64(count);
        out.raw(keys.bytes());
        long offset = 0;
        for (Map.Entry<String, float[]> tensor : tensors.entrySet()) {
            out.text(tensor.getKey());
            int rows = rows(tensor.getKey());
            out.int32(rows == 1 ? 1 : 2);
            out.int64(tensor.getValue().length / rows);
            if (rows > 1) {
                out.int64(rows);
            }
            out.int32(0); // 32 bit floating point
            out.int64(offset);
            offset += aligned(4L * tensor.getValue().length);
        }
        out.pad();
        for (float[] values : tensors.values()) {
            ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(values);
            out.raw(bytes.array());
            out.pad();
        }
        return out.bytes();
    }

    private int keys(Writer out) {
        out.text("general.architecture", "llama");
        out.text("general.name", "scripted");
        out.number("llama.context_length", CONTEXT);
        out.number("llama.embedding_length", WIDTH);
        out.number("llama.block_count", 1);
        out.number("llama.feed_forward_length", INNER);
        out.number("llama.attention.head_count", WIDTH / HEAD);
        out.number("llama.attention.head_count_kv", 1);
        out.number("llama.rope.dimension_count", HEAD);
        out.key("llama.attention.layer_norm_rms_epsilon", FLOAT32);
        out.float32(1e-5f);
        out.text("tokenizer.ggml.model", "llama");
        out.list("tokenizer.ggml.tokens", STRING, tokens.size());
        tokens.forEach(out::text);
        out.list("tokenizer.ggml.scores", FLOAT32, tokens.size());
        tokens.forEach(any -> out.float32(0));
        out.list("tokenizer.ggml.token_type", INT32, types.size());
        types.forEach(out::int32);
        out.number("tokenizer.ggml.unknown_token_id", 0);
        out.number("tokenizer.ggml.bos_token_id", 1);
        out.number("tokenizer.ggml.eos_token_id", 2);
        for (String flag : List.of("add_bos_token", "add_eos_token", "add_space_prefix")) {
            out.key("tokenizer.ggml." + flag, BOOL);
            out.raw(new byte[] {0});
        }
        out.text("tokenizer.chat_template", TEMPLATE);
        return 21;
    }

    private Map<String, float[]> tensors() {
        float[] embeddings = new float[tokens.size() * WIDTH];
        Random random = new Random(1);
        for (int token = 0; token < tokens.size(); token++) {
            double length = 0;
            for (int i = 0; i < WIDTH; i++) {
                float value = (float) random.nextGaussian();
                embeddings[token * WIDTH + i] = value;
                length += value * value;
            }
            for (int i = 0; i < WIDTH; i++) {
                embeddings[token * WIDTH + i] /= (float) Math.sqrt(length);
            }
        }
        float[] output = new float[embeddings.length];
        follows.forEach((token, all) -> all.forEach(before -> {
            for (int i = 0; i < WIDTH; i++) {
                output[token * WIDTH + i] += SURE * embeddings[before * WIDTH + i];
            }
        }));
        Map<String, float[]> tensors = new LinkedHashMap<>();
        tensors.put("token_embd.weight", embeddings);
        tensors.put("output_norm.weight", ones());
        tensors.put("output.weight", output);
        tensors.put("blk.0.attn_norm.weight", ones());
        tensors.put("blk.0.ffn_norm.weight", ones());
        for (String name : List.of("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")) {
            String whole = "blk.0." + name + ".weight";
            tensors.put(whole, new float[rows(whole) * (name.equals("ffn_down") ? INNER : WIDTH)]);
        }
        return tensors;
    }

    private static float[] ones() {
        float[] ones = new float[WIDTH];
        Arrays.fill(ones, 1);
        return ones;
    }

    private int rows(String tensor) {
        return switch (tensor) {
            case "token_embd.weight", "output.weight" -> tokens.size();
            case "blk.0.attn_q.weight", "blk.0.attn_output.weight", "blk.0.ffn_down.weight" -> WIDTH;
            case "blk.0.attn_k.weight", "blk.0.attn_v.weight" -> HEAD;
            case "blk.0.ffn_gate.weight", "blk.0.ffn_up.weight" -> INNER;
            default -> 1;
        };
    }

    private static long aligned(long length) {
        return Math.ceilDiv(length, ALIGNMENT) * ALIGNMENT;
    }

    /** Writes little-endian numbers, texts and keys with their values. */
    private static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        byte[] bytes() {
            return out.toByteArray();
        }

        void raw(byte[] bytes) {
            out.writeBytes(bytes);
        }

        void int32(int value) {
            raw(ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(value)
                    .array());
        }

        void int64(long value) {
            raw(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array());
        }

        void float32(float value) {
            int32(Float.floatToRawIntBits(value));
        }

        void text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int64(bytes.length);
            raw(bytes);
        }

        void key(String name, int type) {
            text(name);
            int32(type);
        }

        void text(String name, String value) {
            key(name, STRING);
            text(value);
        }

        void number(String name, int value) {
            key(name, UINT32);
            int32(value);
        }

        void list(String name, int type, int size) {
            key(name, ARRAY);
            int32(type);
            int64(size);
        }

        void pad() {
            raw(new byte[(int) (aligned(out.size()) - out.size())]);
        }
    }

    /** Writes the file of the first argument; every other one is a sentence. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = List.of(arguments);
        Files.write(Path.of(all.getFirst()), of(all.subList(1, all.size())));
    }
}
