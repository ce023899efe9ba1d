/** Parts of sentences of the service that are words themselves. */
const WORDS: Record<string, string> = {
  'a string': 'ein Text', 'a number': 'eine Zahl', 'true or false': 'wahr oder falsch', 'a list': 'eine Liste', 'an object': 'ein Objekt', 'a reference to an entry': 'ein Verweis auf einen Eintrag', 'a whole number': 'eine ganze Zahl',
  value: 'Der Wert', 'number of characters': 'Die Zahl der Zeichen', 'number of items': 'Die Zahl der Teile',
  'a payment key': 'einen Schlüssel für Zahlungen', 'a Git host token': 'einen Schlüssel eines Git-Hosts', 'a bearer token': 'ein Bearer-Token', 'an API key': 'einen API-Schlüssel', 'a cloud secret': 'ein Geheimnis einer Cloud',
  'a cloud access key id': 'eine Schlüssel-Id einer Cloud', 'a database address with a password': 'die Adresse einer Datenbank mit Passwort', 'a private key': 'einen privaten Schlüssel',
};

/** What the service says of entries, models and the state of a project, with its variable parts in braces, and the same in German. The first that fits counts. */
export const SAID: [english: string, german: string][] = [
  ['The field is required.', 'Das Feld wird gebraucht.'],
  ['The value must be unique, but the entry {id} has it too.', 'Der Wert darf nur einmal vorkommen, aber der Eintrag {id} hat ihn auch.'],
  ['The value must be one of {options}.', 'Der Wert muss einer von diesen sein: {options}.'],
  ['The value must be the id or slug of one entry.', 'Der Wert muss die Id oder der Slug eines Eintrags sein.'],
  ['The value must be an object { model, ref }, because the relation has several target models.', 'Der Wert muss ein Objekt { model, ref } sein, weil das Feld auf mehrere Modelle zeigen kann.'],
  ['The value must be a date and time such as {example}.', 'Der Wert muss Datum und Uhrzeit sein wie {example}.'],
  ['The value must be a day of the calendar such as {example}.', 'Der Wert muss ein Tag des Kalenders sein wie {example}.'],
  ['The value must be {kind}.', 'Der Wert muss {kind} sein.'],
  ['The value holds {secret}; secrets do not belong into content.', 'Der Wert enthält {secret}; Geheimnisse gehören nicht in Inhalte.'],
  ['The {noun} must be at least {least}.', '{noun} muss mindestens {least} sein.'],
  ['The {noun} must be at most {most}.', '{noun} darf höchstens {most} sein.'],
  ['The pattern of the field is not a regular expression: {reason}.', 'Das Muster des Feldes ist kein regulärer Ausdruck: {reason}.'],
  ['The value does not match the pattern of the field.', 'Der Wert passt nicht zum Muster des Feldes.'],
  ['The value takes too long to be compared with the pattern of the field.', 'Der Vergleich des Wertes mit dem Muster des Feldes dauert zu lange.'],
  ['A percentage lies between 0 and 100.', 'Ein Prozentwert liegt zwischen 0 und 100.'],
  ['A slug has small letters and digits only, in groups joined by single hyphens.', 'Ein Slug hat nur kleine Buchstaben und Ziffern, in Gruppen, die einzelne Bindestriche verbinden.'],
  ['An entry id has up to 40 letters, digits, _ and -, and begins with a letter or digit.', 'Die Id eines Eintrags hat höchstens 40 Buchstaben, Ziffern, _ und - und beginnt mit einem Buchstaben oder einer Ziffer.'],
  ['The value does not begin like a web address (https://…) or a path (/…).', 'Der Wert beginnt nicht wie eine Webadresse (https://…) oder ein Pfad (/…).'],
  ['The value does not look like a colour such as {example}.', 'Der Wert sieht nicht aus wie eine Farbe, etwa {example}.'],
  ['The value does not look like an e-mail address.', 'Der Wert sieht nicht aus wie eine E-Mail-Adresse.'],
  ['The value does not look like a telephone number.', 'Der Wert sieht nicht aus wie eine Telefonnummer.'],
  ['A file of the type {type} is not accepted here, only {types}.', 'Eine Datei der Art {type} wird hier nicht genommen, nur {types}.'],
  ['There is no asset {path} in this project; upload it, or name another.', 'In diesem Projekt gibt es keine Datei {path}; laden Sie sie hoch, oder nennen Sie eine andere.'],
  ['The model {model} is not a target of this relation.', 'Auf das Modell {model} zeigt dieses Feld nicht.'],
  ['The relation points to {id}, which is no entry of {model}.', 'Der Verweis zeigt auf {id}; einen solchen Eintrag hat {model} nicht.'],
  ['The model declares no field {name}; did you mean {near}?', 'Das Modell hat kein Feld {name}; meinten Sie {near}?'],
  ['The model declares no field {name}.', 'Das Modell hat kein Feld {name}.'],
  ['Every value of a dictionary must be a string.', 'Jeder Wert eines Wörterbuchs muss ein Text sein.'],
  ['The entry must be an object.', 'Der Eintrag muss ein Objekt sein.'],
  ['The entry is too large to be checked completely.', 'Der Eintrag ist zu groß, um ihn ganz zu prüfen.'],
  ['There are more findings; they are left out.', 'Es gibt mehr zu beanstanden; das ist weggelassen.'],
  ['The locale {locale} is not one of {locales}.', 'Die Sprache {locale} ist keine von {locales}.'],
  // models
  ['A model id has small letters and digits in groups joined by hyphens.', 'Die Id eines Modells hat kleine Buchstaben und Ziffern in Gruppen, die Bindestriche verbinden.'],
  ['The model needs the member i18n, true or false.', 'Dem Modell fehlt i18n: wahr oder falsch.'],
  ['The model needs the member {member}.', 'Dem Modell fehlt {member}.'],
  ['A field name begins with a small letter and goes on with small letters, digits and _.', 'Der Name eines Feldes beginnt mit einem kleinen Buchstaben und hat dann kleine Buchstaben, Ziffern und _.'],
  ['A field definition has no member {key}; did you mean {near}?', 'Die Definition eines Feldes kennt {key} nicht; meinten Sie {near}?'],
  ['A field definition has no member {key}; it has {keys}.', 'Die Definition eines Feldes kennt {key} nicht; sie kennt {keys}.'],
  ['The content_path leads to files of another model; give each model a folder of its own.', 'content_path führt zu Dateien eines anderen Modells; geben Sie jedem Modell einen eigenen Ordner.'],
  ['The content_path leads outside the places where content may lie; {rest}.', 'content_path führt an Orte, an denen kein Inhalt liegen darf; bis das anders ist, wird nichts geschrieben.'],
  ['The domain {domain} is not among those of the configuration.', 'Der Bereich {domain} ist keiner der Konfiguration.'],
  ['The pattern is not a regular expression: {reason}.', 'Das Muster ist kein regulärer Ausdruck: {reason}.'],
  ['The relation points into the model {model}, which does not exist.', 'Das Feld zeigt auf das Modell {model}, das es nicht gibt.'],
  ['The minimum is above the maximum, so no value is valid.', 'Das Kleinste ist größer als das Größte, also gilt kein Wert.'],
  ['Uniqueness means nothing here, because there is nothing to compare with.', 'Einmaligkeit bedeutet hier nichts, denn es gibt nichts zu vergleichen.'],
  ['The default is not a value that the field can have.', 'Womit das Feld beginnt, ist kein Wert, den es haben kann.'],
  ['The model is removed.', 'Das Modell wird entfernt.'],
  ['The kind of the model changes.', 'Die Art des Modells ändert sich.'],
  ['The content moves to other files.', 'Der Inhalt kommt in andere Dateien.'],
  ['The field becomes required.', 'Das Feld wird ab jetzt gebraucht.'],
  ['The field is removed; its values stay but nobody reads them.', 'Das Feld wird entfernt; seine Werte bleiben, aber niemand liest sie.'],
  ['The type of the field changes.', 'Der Typ des Feldes ändert sich.'],
  ['The model id {id} is not in kebab case.', 'Die Id {id} des Modells ist nicht klein und mit Bindestrichen geschrieben.'],
  ['The file is named {name}, but its member id says {id}.', 'Die Datei heißt {name}, aber ihre id sagt {id}.'],
  ['The model names no domain that can be a folder.', 'Das Modell nennt keinen Bereich, der ein Ordner sein kann.'],
  ['The member i18n is neither true nor false.', 'i18n ist weder wahr noch falsch.'],
  ['The kind {kind} is none of {kinds}.', 'Die Art {kind} ist keine von {kinds}.'],
  ['A dictionary declares no fields.', 'Ein Wörterbuch hat keine Felder.'],
  ['The model declares no fields.', 'Das Modell hat keine Felder.'],
  ['The model has more than {count} fields; the rest is ignored.', 'Das Modell hat mehr als {count} Felder; der Rest zählt nicht.'],
  ['The field is nested too deep; the rest is ignored.', 'Das Feld ist zu tief verschachtelt; der Rest zählt nicht.'],
  ['The field has no type{rest}', 'Das Feld hat keinen Typ.'],
  ['The field type {type} is unknown{rest}', 'Den Typ {type} eines Feldes gibt es nicht.'],
  ['Objects are nested more than {count} levels deep.', 'Objekte sind mehr als {count} Ebenen tief verschachtelt.'],
  ['The items are objects without fields.', 'Die Teile sind Objekte ohne Felder.'],
  ['A select needs a list of options that are texts.', 'Eine Auswahl braucht eine Liste von Texten.'],
  ['A relation names the model it points into.', 'Ein Verweis nennt das Modell, auf das er zeigt.'],
  ['The member {member} must be {wanted}.', '{member} muss {wanted} sein.'],
  // the state of a project
  ['The file {path} (line {line}) cannot be read: {reason}', 'Die Datei {path} (Zeile {line}) ist nicht zu lesen: {reason}'],
  ['The file {path} cannot be read: {reason}', 'Die Datei {path} ist nicht zu lesen: {reason}'],
  ['The project is too large to be checked completely.', 'Das Projekt ist zu groß, um es ganz zu prüfen.'],
  ['There is no content in the locale {locale}.', 'In der Sprache {locale} gibt es keinen Inhalt.'],
  ['Entries of other locales are missing in the locale {locale}.', 'Einträge anderer Sprachen fehlen in der Sprache {locale}.'],
  ['Keys of other locales are missing in the locale {locale}.', 'Schlüssel anderer Sprachen fehlen in der Sprache {locale}.'],
  ['A relation of the locale {locale} points to an entry of {model} that does not exist.', 'Ein Verweis der Sprache {locale} zeigt auf einen Eintrag von {model}, den es nicht gibt.'],
  ['Texts of the locale {locale} also stand in other dictionaries: {names} and more.', 'Texte der Sprache {locale} stehen auch in anderen Wörterbüchern: {names} und weiteren.'],
  ['Texts of the locale {locale} also stand in other dictionaries: {names}.', 'Texte der Sprache {locale} stehen auch in anderen Wörterbüchern: {names}.'],
  ['The version must be a number.', 'Die Version muss eine Zahl sein.'],
  ['The workflow must be auto-merge or review.', 'Der Workflow muss auto-merge oder review sein.'],
  ['The default locale must look like {example}.', 'Die erste Sprache muss aussehen wie {example}.'],
  ['The supported locales must be a list of locales such as {example}.', 'Die Sprachen müssen eine Liste sein wie {example}.'],
  ['The default locale is not among the supported ones.', 'Die erste Sprache ist keine von denen des Projekts.'],
  ['The member strict must be true or false.', 'strict muss wahr oder falsch sein.'],
  ['The configuration names no domain.', 'Die Konfiguration nennt keinen Bereich.'],
];

const plain = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
let patterns: [RegExp, string][] | null = null;

/** A sentence of the service in German; null where it is not among the known ones. */
export function german(message: string): string | null {
  patterns ??= SAID.map(([english, word]) => [new RegExp(`^${plain(english).replace(/\{ /g, '\\{ ').replace(/\{(\w+)\}/g, '(?<$1>[^]+)')}$`), word]);
  for (const [pattern, word] of patterns) {
    const parts = pattern.exec(message);
    if (parts) return word.replace(/\{(\w+)\}/g, (_, name: string) => WORDS[parts.groups![name]!] ?? parts.groups![name]!);
  }
  return null;
}
