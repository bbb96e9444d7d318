import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { localTime } from '#shared/days.ts';
import { formatDate } from '#shared/format.ts';
import { type Draft, draftKey, dropDraft, readDraft, writeDraft } from './drafts.ts';
import type { Form } from './forms.ts';
import { currentSession } from './session-store.ts';

/** Milliseconds without a key before what was typed is written. */
const DEBOUNCE_MS = 400;

export interface DraftOffer {
  /** 'Tenés una orden sin terminar de las 10:42'. */
  text: string;
  resume: () => void;
  discard: () => void;
}

export interface DraftControl {
  /** What was left unfinished earlier, until it is taken up, thrown away or replaced. */
  offer: DraftOffer | null;
  /** When what is typed was last kept, 'HH:mm' in Buenos Aires; null when nothing of this visit is. */
  savedAt: string | null;
  /** Deletes the draft: to be called after a successful save. */
  done: () => void;
}

/** 'de las 10:42' today, else 'del 20/11/2026 a las 10:42', in Buenos Aires. */
function since(at: number, now: number): string {
  const then = localTime(at);
  return then.day === localTime(now).day ? `de las ${then.time}` : `del ${formatDate(then.day)} a las ${then.time}`;
}

/**
 * Keeps what is typed into a form, per user, for 24 hours: it survives a reload and a session that ended (readings S15).
 *
 * @param key name of the form, e.g. `nueva-orden`
 * @param thing what it makes, with its article: 'una orden'
 */
export function useDraft<V extends FieldValues, S extends z.ZodMiniType>(
  form: Form<V, S>,
  key: string,
  thing: string,
): DraftControl {
  const [username] = useState(() => currentSession()?.username ?? '');
  const storageKey = draftKey(username, key);
  const [offered, setOffered] = useState(() => readDraft<V>(storageKey, Date.now()));
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const pendingDraft = useRef<Draft<V> | null>(null);
  // What was saved or thrown away; the form still tells of it while it finishes.
  const ended = useRef<string | null>(null);
  const { rhf } = form;

  const flush = useCallback(() => {
    // Another session of this browser must not find what this user typed before logging out.
    if (pendingDraft.current && currentSession()?.username === username) {
      writeDraft(storageKey, pendingDraft.current);
      setSavedAt(localTime(pendingDraft.current.at).time);
    }
    pendingDraft.current = null;
  }, [storageKey, username]);

  useEffect(() => {
    let timer = 0;
    const stop = rhf.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!(isDirty ?? rhf.formState.isDirty) || JSON.stringify(values) === ended.current) return;
        pendingDraft.current = { at: Date.now(), values: structuredClone(values) };
        window.clearTimeout(timer);
        timer = window.setTimeout(flush, DEBOUNCE_MS);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [rhf, flush]);

  const done = useCallback(() => {
    pendingDraft.current = null;
    ended.current = JSON.stringify(rhf.getValues());
    dropDraft(storageKey);
    setSavedAt(null);
    setOffered(null);
  }, [storageKey, rhf]);

  return {
    done,
    savedAt,
    offer: offered && {
      text: `Tenés ${thing} sin terminar ${since(offered.at, Date.now())}`,
      resume() {
        // The first values stay the measure of "changed", so that leaving asks and saving is offered.
        rhf.reset(offered.values, { keepDefaultValues: true });
        setOffered(null);
      },
      discard: done,
    },
  };
}
