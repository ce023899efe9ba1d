import { createContext, useContext, useEffect, useRef } from 'react';
import type { Model } from '../api/types';
import { useProject } from '../replica/project';

/** An entry that was created in a tab of its own for a relation of a form: which relation asked, and the change it waits in, if it does. */
export type Created = { asked: string; model: string; entry: string; title: string; branch: string | null };
const CHANNEL = 'created';
/** What the address of a new entry says when a relation asks for it. */
export const ASKED = 'for';
export const TITLE = 'title';
export const CHANGE = 'change';

/**
 * What the editors of a form know of its change: an entry that is created for a relation goes into the same one, or takes the form
 * that points at it into its own, as a relation to what waits holds there only. Titles are of entries that are not live yet, by model and id.
 */
export const FormChange = createContext<{ branch: string | null; titles: Map<string, string>; join: (made: Created) => void }>({ branch: null, titles: new Map(), join: () => {} });
export const placeOf = (model: string, entry: string): string => `${model}\n${entry}`;

/** Tells the form that asked, and ends the tab: the browser closes only what a page has opened. */
export function tellCreated(made: Created): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(made);
  channel.close();
  window.close();
}

/**
 * Opens the form of a new entry in a tab of its own, with its own draft and checks, so that the form that asks stays as it is. What
 * is created there is told here once this page has read it. Answers with the address of a form that the browser has not opened.
 */
export function useCreation(onCreated: (made: Created) => void): (model: Model, title: string) => string | null {
  const content = useProject();
  const { branch } = useContext(FormChange);
  const asked = useRef(new Set<string>());
  const hear = useRef(onCreated);
  hear.current = onCreated;
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = async ({ data }: MessageEvent<Created>) => {
      if (!asked.current.delete(data.asked)) return;
      await content.readAnew();
      hear.current(data);
    };
    return () => channel.close();
  }, [content]);
  return (model, title) => {
    const token = crypto.randomUUID();
    asked.current.add(token);
    const place = `${content.place}/c/${encodeURIComponent(model.id)}/new?${new URLSearchParams({ [ASKED]: token, [TITLE]: title, ...(branch ? { [CHANGE]: branch } : {}) })}`;
    return window.open(place) ? null : place;
  };
}
