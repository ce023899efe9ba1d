import type { ComponentType } from 'react';
import { ArrayEditor, ObjectEditor, RawEditor } from './nested';
import { ImageEditor } from './picture';
import { RelationEditor, RelationsEditor } from './relation';
import { AreaEditor, CodeEditor, ColorEditor, LineEditor, MarkdownEditor } from './text';
import { BooleanEditor, DateEditor, DateTimeEditor, isShortSelect, NumberEditor, RatingEditor, SelectEditor } from './choice';
import type { FieldDefinition } from '../api/types';
import type { EditorProps } from './editor';

export type FieldType =
  | 'string' | 'text' | 'code' | 'icon' | 'markdown' | 'richtext' | 'email' | 'url' | 'slug' | 'color' | 'phone' | 'number' | 'decimal' | 'integer' | 'percent'
  | 'rating' | 'boolean' | 'date' | 'datetime' | 'image' | 'video' | 'file' | 'relation' | 'relations' | 'select' | 'array' | 'object';

/** What a type of field is for people. A type that is missing here does not compile; a type that nobody knows is edited as JSON. */
export type FieldKind = { Editor: ComponentType<EditorProps>; group?: boolean | ((field: FieldDefinition) => boolean); /** Its editor is a group that has the name of the field. */ isNamed?: boolean };

/** Editors of one control that nothing opens out of: where such a field is not seen, the browser does not draw it. */
const PLAIN: ComponentType<EditorProps>[] = [LineEditor, AreaEditor, NumberEditor, DateEditor, DateTimeEditor, BooleanEditor];
export const isPlain = (kind: FieldKind): boolean => PLAIN.includes(kind.Editor);

export const KINDS: Record<FieldType | 'unknown', FieldKind> = {
  string: { Editor: LineEditor }, email: { Editor: LineEditor }, url: { Editor: LineEditor }, phone: { Editor: LineEditor }, slug: { Editor: LineEditor }, icon: { Editor: LineEditor },
  image: { Editor: ImageEditor }, video: { Editor: LineEditor }, file: { Editor: LineEditor },
  text: { Editor: AreaEditor }, markdown: { Editor: MarkdownEditor }, richtext: { Editor: MarkdownEditor }, code: { Editor: CodeEditor }, color: { Editor: ColorEditor },
  number: { Editor: NumberEditor }, decimal: { Editor: NumberEditor }, integer: { Editor: NumberEditor }, percent: { Editor: NumberEditor },
  rating: { Editor: RatingEditor, group: true, isNamed: true }, boolean: { Editor: BooleanEditor }, date: { Editor: DateEditor }, datetime: { Editor: DateTimeEditor }, select: { Editor: SelectEditor, group: isShortSelect, isNamed: true },
  relation: { Editor: RelationEditor, group: true }, relations: { Editor: RelationsEditor, group: true }, array: { Editor: ArrayEditor, group: true }, object: { Editor: ObjectEditor, group: true },
  unknown: { Editor: RawEditor },
};

/** Whether the editor of a field has several controls, so that its label stands for all of them. */
export const isGroup = (kind: FieldKind, field: FieldDefinition): boolean => (typeof kind.group === 'function' ? kind.group(field) : kind.group === true);
/** What several controls of a field are for a screen reader: a group, unless their editor says so already, which would be heard twice. */
export const roleOf = (kind: FieldKind, field: FieldDefinition): 'group' | undefined => (isGroup(kind, field) && !kind.isNamed ? 'group' : undefined);
