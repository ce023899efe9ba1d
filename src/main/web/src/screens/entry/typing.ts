import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isSame } from '../../fields/kinds';
import type { Shown } from './shown';
import type { Steps } from './steps';
import { taking } from './values';

/** A form is drawn once nobody has typed for so long, and at the latest so long after the first key, in milliseconds. */
const PAUSE = 100;
const LATEST = 1000;

/** What is drawn of a form when: the field that one types into at once and alone, everything else after the key is on the screen. */
export class Drawing {
  private readonly fields = new Map<string, () => void>();
  /** Fields that have drawn themselves since the form was drawn: it was drawn with older values than they show. */
  private readonly ahead = new Set<string>();
  private waiting: { since: number; isNext: boolean; timer: ReturnType<typeof setTimeout>; frame: number } | null = null;

  constructor(private readonly draw: () => void) {}

  /** A field draws itself from now on. */
  listen(name: string, draws: () => void): () => void {
    this.fields.set(name, draws);
    return () => void (this.fields.get(name) === draws && this.fields.delete(name));
  }

  /** Draws everything after values were put into the form, also a field that was typed into and has the value again that it was drawn with. */
  all(): void {
    for (const name of this.ahead) this.fields.get(name)?.();
    this.form();
  }

  private form(): void {
    this.stop();
    this.ahead.clear();
    this.draw();
  }

  /** Draws a field, and the form soon, right after this frame where more than the field shows it (`isNext`); at once where the field does not draw itself. */
  field(name: string, isNext: boolean): void {
    const draws = this.fields.get(name);
    if (draws) {
      this.ahead.add(name);
      draws();
      this.soon(isNext || this.waiting?.isNext === true);
    } else this.form();
  }

  private soon(isNext: boolean): void {
    const since = this.waiting?.since ?? Date.now();
    this.stop();
    const draw = () => this.form();
    const waiting = { since, isNext, timer: setTimeout(draw, Math.min(PAUSE, Math.max(0, since + LATEST - Date.now()))), frame: 0 };
    if (isNext) waiting.frame = requestAnimationFrame(() => {
      clearTimeout(waiting.timer);
      waiting.timer = setTimeout(draw);
    });
    this.waiting = waiting;
  }

  /** Draws now what waits to be drawn, before something is done with what was drawn. */
  settle(): void {
    if (this.waiting) flushSync(() => this.form());
  }

  stop(): void {
    clearTimeout(this.waiting?.timer);
    cancelAnimationFrame(this.waiting?.frame ?? 0);
    this.waiting = null;
  }
}

export function useDrawing(): Drawing {
  const [, draw] = useState(0);
  const [drawing] = useState(() => new Drawing(() => draw((times) => times + 1)));
  useEffect(() => () => drawing.stop(), []);
  return drawing;
}

/** Keys into the fields of a form: each is in what the form shows, on its way into the draft (`keep`) and a step, before anything is drawn. */
export function useTyping(form: { now: Shown }, drawing: Drawing, steps: RefObject<Steps>, keep: () => void, onTyped: () => void) {
  const write = (name: string, value: unknown) => {
    const { before, values } = form.now;
    const isNext = isSame(before[name], values[name]) !== isSame(before[name], value);
    form.now = { ...form.now, values: taking(values, { [name]: value }, [name]) };
    keep();
    drawing.field(name, isNext);
  };
  const change = useCallback((name: string, value: unknown) => {
    const was = form.now.values[name];
    if (!isSame(was, value)) steps.current.typed(name, was, performance.now());
    write(name, value);
    onTyped();
  }, []);
  const followed = useRef<string | undefined>(undefined);
  /** A value that follows another one as long as nobody has typed something else. */
  const follow = useCallback((name: string, value: string | undefined) => {
    if (form.now.values[name] !== undefined && form.now.values[name] !== followed.current) return;
    followed.current = value;
    write(name, value);
  }, []);
  return { change, follow };
}
