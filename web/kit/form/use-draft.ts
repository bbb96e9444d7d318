import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { localTime } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { currentSession } from '#web/kit/call/session-store.ts';
import { type Draft, draftKey, dropDraft, readDraft, writeDraft } from '#web/kit/lib/drafts.ts';
import type { Form } from './forms.ts';

/** Debounce: milliseconds after the last change before the draft is written. */
const DEBOUNCE_MS = 400;

export interface DraftOffer {
  /** 'Tenés una orden sin terminar de las 10:42'. */
  text: string;
  resume: () => void;
  discard: () => void;
}

export interface DraftControl {
  /** The draft of an earlier visit, until the user resumes or discards it or saves the form. */
  offer: DraftOffer | null;
  /** Time of the last write, 'HH:mm' in Buenos Aires; null when this visit has no draft. */
  savedAt: string | null;
  /** Deletes the draft; call it after a successful save. */
  done: () => void;
}

/** Returns 'de las 10:42' for today, else 'del 20/11/2026 a las 10:42', in Buenos Aires. */
function since(at: number, now: number): string {
  const then = localTime(at);
  return then.day === localTime(now).day ? `de las ${then.time}` : `del ${formatDate(then.day)} a las ${then.time}`;
}

/**
 * Saves the typed values of a form as a draft, per user, for 24 hours: drafts survive a reload and an ended session
 * (readings S15).
 *
 * @param key name of the form, e.g. `nueva-orden`
 * @param noun what the form creates, with its article: 'una orden'
 */
export function useDraft<V extends FieldValues, S extends z.ZodMiniType>(
  form: Form<V, S>,
  key: string,
  noun: string,
): DraftControl {
  const [username] = useState(() => currentSession()?.username ?? '');
  const storageKey = draftKey(username, key);
  const [offered, setOffered] = useState(() => readDraft<V>(storageKey, Date.now()));
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const pendingDraft = useRef<Draft<V> | null>(null);
  // Values that were saved or discarded; the form still reports them as changed until it resets.
  const ended = useRef<string | null>(null);
  const { rhf } = form;

  const flush = useCallback(() => {
    // Another user's session in this browser must not find values that this user typed before the logout.
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
      text: `Tenés ${noun} sin terminar ${since(offered.at, Date.now())}`,
      resume() {
        // Keeps the initial values, so that the form counts as changed: leaving asks and saving is enabled.
        rhf.reset(offered.values, { keepDefaultValues: true });
        setOffered(null);
      },
      discard: done,
    },
  };
}
