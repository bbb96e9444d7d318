import type { NoteSubject } from './note-calls.ts';

/** Notes that a person wrote and didn't save, by person and subject, until the tab is closed. */
const drafts = new Map<string, string>();

const keyOf = (person: number, subject: NoteSubject) => `${person} ${JSON.stringify(subject)}`;

export const noteDraft = (person: number, subject: NoteSubject): string => drafts.get(keyOf(person, subject)) ?? '';

/** Keeps a draft; an empty one is forgotten. */
export function keepNoteDraft(person: number, subject: NoteSubject, text: string): void {
  if (text === '') drafts.delete(keyOf(person, subject));
  else drafts.set(keyOf(person, subject), text);
}
