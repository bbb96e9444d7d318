import { currentSession, onSessionChange } from './session-store.ts';
import { createStore, useStore } from './store.ts';

/** Receives whether the user gave a code. */
type Answered = (given: boolean) => void;

/** Calls that wait for a code of the second factor; one dialog answers all of them. */
const waiting = createStore<readonly Answered[]>([]);

/** Asks for a code of the second factor and waits. Resolves to true when the user gave one, false when not or when the session ended. */
export async function whenCodeGiven(): Promise<boolean> {
  const stop = onSessionChange(() => {
    if (!currentSession()) answerStepUp(false);
  });
  const given = await new Promise<boolean>((resolve) => waiting.set([...waiting.get(), resolve]));
  stop();
  return given;
}

/** Answers all calls that wait. */
export function answerStepUp(given: boolean): void {
  const answered = waiting.get();
  waiting.set([]);
  for (const resolve of answered) resolve(given);
}

/** Whether a call waits for a code. */
export const useCodeAsked = (): boolean => useStore(waiting).length > 0;
