import { createQuestion } from '#web/kit/lib/question.ts';

/** Asks for a code of the second factor, for calls that need a recent one. */
export const stepUp = createQuestion();

/** Asks to set up the second factor that the company requires. */
export const factorSetUp = createQuestion();
