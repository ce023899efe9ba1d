import { memo, useLayoutEffect, useState, type ReactNode } from 'react';
import type { FieldDefinition } from '../../api/types';
import { FieldEditor } from '../../fields/editor';
import type { Told } from '../../fields/findings';
import { isSame } from '../../fields/kinds';
import type { Shown } from './shown';
import type { Drawing } from './typing';

/** A field of the form of an entry, which shows what stands there now and draws itself when somebody types into it. `value` and `touched` are what the form was drawn with. */
export const FormField = memo(function FormField({ form, drawing, name, value, touched, isMarked = true, ...rest }: {
  form: { now: Shown }; drawing: Drawing; name: string; field: FieldDefinition; value: unknown; touched: boolean; isMarked?: boolean; onChange: (name: string, value: unknown) => void;
  told?: Told[] | undefined; readOnly: boolean; locale: string; aside?: ReactNode; came?: boolean;
}) {
  const [, draw] = useState(0);
  useLayoutEffect(() => drawing.listen(name, () => draw((times) => times + 1)), [name]);
  const { values, before } = form.now;
  return <FieldEditor {...rest} name={name} value={values[name]} touched={isMarked && !isSame(before[name], values[name])} />;
});
