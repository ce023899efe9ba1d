package cms.agent.attach;

import cms.agent.model.AgentLimits;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The words of Word files and the cells of spreadsheets; no formula, macro or link of them is followed. */
final class OfficeText {
    private OfficeText() {}

    static String word(FileBytes file) throws Unreadable {
        StringBuilder text = new StringBuilder();
        ZipFileText.walk(file, List.of("word/document.xml"), (name, xml) -> {
            boolean inText = false;
            while (xml.hasNext() && text.length() < AgentLimits.ATTACHMENT_CHARS_MAX) {
                switch (xml.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        inText = xml.getLocalName().equals("t");
                        if (xml.getLocalName().equals("tab")) {
                            text.append('\t');
                        }
                    }
                    case XMLStreamConstants.CHARACTERS -> text.append(inText ? xml.getText() : "");
                    case XMLStreamConstants.END_ELEMENT -> {
                        inText = false;
                        if (xml.getLocalName().equals("p") || xml.getLocalName().equals("br")) {
                            text.append('\n');
                        }
                    }
                    default -> {}
                }
            }
        });
        return text.toString();
    }

    static String sheets(FileBytes file) throws Unreadable {
        List<String> shared = new ArrayList<>();
        ZipFileText.walk(file, List.of("xl/sharedStrings.xml"), (name, xml) -> shared(xml, shared));
        StringBuilder text = new StringBuilder();
        int[] sheets = {0};
        ZipFileText.walk(file, List.of("xl/worksheets/sheet"), (name, xml) -> {
            if (sheets[0]++ < AgentLimits.SHEETS_MAX) {
                text.append("# ")
                        .append(name.substring("xl/worksheets/".length()))
                        .append('\n');
                sheet(xml, shared, text);
            }
        });
        return text.toString();
    }

    private static void shared(XMLStreamReader xml, List<String> shared) throws XMLStreamException {
        StringBuilder one = new StringBuilder();
        boolean inText = false;
        int chars = 0;
        while (xml.hasNext()
                && shared.size() < AgentLimits.SHEET_SHARED_TEXTS_MAX
                && chars < AgentLimits.SHEET_SHARED_CHARS_MAX) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT ->
                    inText = xml.getLocalName().equals("t");
                case XMLStreamConstants.CHARACTERS -> {
                    if (inText && one.length() < AgentLimits.ATTACHMENT_CHARS_MAX) {
                        one.append(xml.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    inText = false;
                    if (xml.getLocalName().equals("si")) {
                        shared.add(one.toString());
                        chars += one.length();
                        one.setLength(0);
                    }
                }
                default -> {}
            }
        }
    }

    private static void sheet(XMLStreamReader xml, List<String> shared, StringBuilder text) throws XMLStreamException {
        int rows = 0;
        int columns = 0;
        boolean isShared = false;
        StringBuilder cell = new StringBuilder();
        boolean inValue = false;
        while (xml.hasNext() && rows < AgentLimits.SHEET_ROWS_MAX && text.length() < AgentLimits.ATTACHMENT_CHARS_MAX) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = xml.getLocalName();
                    if (name.equals("c")) {
                        isShared = ZipFileText.attribute(xml, "t")
                                .filter("s"::equals)
                                .isPresent();
                        cell.setLength(0);
                    }
                    inValue = name.equals("v") || name.equals("t");
                }
                case XMLStreamConstants.CHARACTERS -> {
                    if (inValue && cell.length() < AgentLimits.ATTACHMENT_CHARS_MAX) {
                        cell.append(xml.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    inValue = false;
                    if (xml.getLocalName().equals("c") && columns++ < AgentLimits.SHEET_COLUMNS_MAX) {
                        text.append(value(cell.toString(), isShared, shared)).append('\t');
                    } else if (xml.getLocalName().equals("row")) {
                        text.append('\n');
                        columns = 0;
                        rows++;
                    }
                }
                default -> {}
            }
        }
    }

    private static String value(String cell, boolean isShared, List<String> shared) {
        if (!isShared || !cell.matches("\\d{1,8}")) {
            return cell;
        }
        int place = Integer.parseInt(cell);
        return place < shared.size() ? shared.get(place) : "";
    }
}
