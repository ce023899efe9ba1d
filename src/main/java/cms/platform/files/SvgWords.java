package cms.platform.files;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The elements, attributes and style rules that an SVG may hold: those that draw and cannot run or load anything. */
final class SvgWords {
    /** Elements whose texts are shown or kept. */
    static final Set<String> WITH_TEXT = Set.of("text", "tspan", "textPath", "title", "desc");

    private static final Set<String> ELEMENTS = words("""
        svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc
        linearGradient radialGradient stop clipPath mask pattern marker image switch style filter feBlend feColorMatrix
        feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
        feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
        feSpecularLighting feSpotLight feTile feTurbulence animate animateTransform animateMotion mpath\
        """);

    private static final Set<String> ATTRIBUTES = words("""
        id class style version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
        pathLength dx dy rotate textLength lengthAdjust startOffset method spacing transform gradientTransform
        gradientUnits spreadMethod offset patternUnits patternContentUnits patternTransform clipPathUnits maskUnits
        maskContentUnits markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2 result
        mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order kernelMatrix divisor bias
        targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant
        specularExponent scale xChannelSelector yChannelSelector azimuth elevation z pointsAtX pointsAtY pointsAtZ
        limitingConeAngle stdDeviation radius baseFrequency numOctaves seed stitchTiles attributeName attributeType begin
        dur end repeatCount repeatDur from to by calcMode keyTimes keySplines keyPoints additive accumulate path
        alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
        cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
        font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering
        letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
        paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
        stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
        text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode isolation lang
        role aria-label aria-labelledby aria-hidden\
        """);

    private static final Set<String> NOT_ANIMATED = Set.of("href", "xlink:href", "style", "class", "id");
    private static final Pattern URL = Pattern.compile("url\\s*\\(([^)]*)\\)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern OWN = Pattern.compile("\\s*(['\"]?)#[A-Za-z0-9_.:-]{1,200}\\1\\s*");
    private static final Pattern OWN_LINK = Pattern.compile("#[A-Za-z0-9_.:-]{1,200}");

    /** CSS that loads or runs something, and other spellings of it. */
    private static final Pattern RISKY = Pattern.compile(
            "@|\\\\|<|/\\*|expression|javascript|vbscript|behavior|-moz-binding|image-set|image\\s*\\(|src\\s*\\(|element\\s*\\(|attr\\s*\\(",
            Pattern.CASE_INSENSITIVE);

    private SvgWords() {}

    static boolean isElement(String name) {
        return ELEMENTS.contains(name);
    }

    static boolean isAttribute(String name) {
        return ATTRIBUTES.contains(name);
    }

    static boolean isAnimated(String name) {
        return isAttribute(name) && !NOT_ANIMATED.contains(name.toLowerCase(Locale.ROOT));
    }

    static boolean isOwnLink(String value) {
        return OWN_LINK.matcher(value).matches();
    }

    /** Whether a value refers to nothing outside of the drawing. */
    static boolean isHarmless(String value) {
        if (RISKY.matcher(value).find()) {
            return false;
        }
        Matcher urls = URL.matcher(value);
        while (urls.find()) {
            if (!OWN.matcher(urls.group(1)).matches()) {
                return false;
            }
        }
        return true;
    }

    /** The declarations of a style that are harmless. */
    static String declarations(String style) {
        StringBuilder kept = new StringBuilder();
        for (String declaration : style.split(";")) {
            int colon = declaration.indexOf(':');
            if (colon > 0 && declaration.strip().length() > 2 && isHarmless(declaration)) {
                kept.append(declaration.strip()).append(';');
            }
        }
        return kept.toString();
    }

    /**
     * The harmless rules of a style sheet; comments and at-rules are removed. Each character is looked at once: an
     * expression would begin anew at each, and look from there to the end for what does not come.
     */
    static String rules(String sheet) {
        String plain = withoutComments(sheet).replace("<!--", "").replace("-->", "");
        StringBuilder kept = new StringBuilder();
        int begin = 0;
        int open = -1;
        for (int at = 0; at < plain.length(); at++) {
            if (plain.charAt(at) == '{') {
                begin = open < 0 ? begin : open + 1;
                open = at;
            } else if (plain.charAt(at) == '}') {
                if (open >= 0) {
                    rule(kept, plain.substring(begin, open), plain.substring(open + 1, at));
                }
                begin = at + 1;
                open = -1;
            }
        }
        return kept.toString();
    }

    private static void rule(StringBuilder kept, String before, String declarations) {
        String selector = before.substring(before.lastIndexOf(';') + 1).strip();
        if (!selector.isEmpty() && isHarmless(selector)) {
            kept.append(selector).append('{').append(declarations(declarations)).append('}');
        }
    }

    private static String withoutComments(String sheet) {
        StringBuilder plain = new StringBuilder();
        int from = 0;
        while (true) {
            int begin = sheet.indexOf("/*", from);
            int end = begin < 0 ? -1 : sheet.indexOf("*/", begin + 2);
            if (end < 0) {
                return plain.append(sheet, from, sheet.length()).toString();
            }
            plain.append(sheet, from, begin);
            from = end + 2;
        }
    }

    private static Set<String> words(String text) {
        return Set.copyOf(new HashSet<>(Arrays.asList(text.strip().split("\\s+"))));
    }
}
