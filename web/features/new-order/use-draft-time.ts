import { useEffect, useState } from 'react';
import { localTime } from '#shared/days.ts';
import { draftKey, readDraft } from '#web/lib/drafts.ts';
import type { OrderForm } from '#web/parts/order-form/order-form.ts';

/** Milliseconds after a change until the draft has certainly been written. */
const WRITTEN = 700;

/** The time at which the draft was last kept, 'HH:mm' in Buenos Aires; null when storage holds none of this visit. */
export function useDraftTime({ rhf, dirty }: OrderForm, username: string, key: string): string | null {
  const [time, setTime] = useState<string | null>(null);
  useEffect(() => {
    let timer = 0;
    const stop = rhf.subscribe({
      formState: { values: true },
      callback: () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => {
          const draft = readDraft(draftKey(username, key), Date.now());
          setTime(draft && localTime(draft.at).time);
        }, WRITTEN);
      },
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [rhf, username, key]);
  return dirty ? time : null;
}
