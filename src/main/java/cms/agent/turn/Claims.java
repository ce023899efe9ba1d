package cms.agent.turn;

import java.util.regex.Pattern;

/**
 * Recognises a model's claim that something was written. Its only effect is a note to the person, which is true whether
 * the claim was understood or not; languages other than English and German get no note.
 */
final class Claims {
    private static final String DONE =
            "(?:saved|created|added|updated|changed|edited|fixed|deleted|removed|published|archived"
                    + "|translated|renamed|uploaded|merged|approved|rejected)";
    private static final String GETAN =
            "(?:gespeichert|angelegt|erstellt|hinzugefügt|aktualisiert|geändert|bearbeitet|korrigiert|gelöscht|entfernt"
                    + "|veröffentlicht|archiviert|übersetzt|umbenannt|hochgeladen|zusammengeführt|freigegeben|abgelehnt)";

    private static final Pattern OF_A_WRITE = Pattern.compile(
            "\\bI(?:['’]ve| have)?(?: now| just| also)? " + DONE + "\\b"
                    + "|\\b(?:has|have) (?:now |just )?been " + DONE + "\\b"
                    + "|\\b(?:is|are) now " + DONE + "\\b"
                    + "|(?:^|[.!?]\\s)(?:done|" + DONE + ")(?:[.!]| it\\b| the\\b| your\\b)"
                    + "|\\b(?:ich habe|habe ich)\\b[^.!?]{0,100}" + GETAN
                    + "|\\b(?:wurden?|ist jetzt|sind jetzt|ist nun|sind nun) [^.!?]{0,40}" + GETAN
                    + "|(?:^|[.!?]\\s)(?:erledigt|" + GETAN + ")[.!]",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.MULTILINE);

    private Claims() {}

    static boolean isOfWrite(String text) {
        return OF_A_WRITE.matcher(text).find();
    }
}
