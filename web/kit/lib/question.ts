import { currentSession, onSessionChange } from '#web/kit/call/session-store.ts';
import { createStore, useStore } from './store.ts';

/** Receives whether the user did what a call needs. */
type Answered = (done: boolean) => void;

/** A question that calls wait for. One dialog answers all of them. */
export interface Question {
  /** Asks and waits. Resolves to true when the user did what was asked, false when not or when the session ended. */
  ask: () => Promise<boolean>;
  /** Answers all calls that wait. */
  answer: (done: boolean) => void;
  /** Whether a call waits. */
  useAsked: () => boolean;
}

/** Creates a question that a dialog of the shell shows. */
export function createQuestion(): Question {
  const waiting = createStore<readonly Answered[]>([]);
  function answer(done: boolean): void {
    const answered = waiting.get();
    waiting.set([]);
    for (const resolve of answered) resolve(done);
  }
  return {
    async ask() {
      const stop = onSessionChange(() => {
        if (!currentSession()) answer(false);
      });
      const done = await new Promise<boolean>((resolve) => waiting.set([...waiting.get(), resolve]));
      stop();
      return done;
    },
    answer,
    useAsked: () => useStore(waiting).length > 0,
  };
}
