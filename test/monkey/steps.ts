/** A step of the random user, as data that can be printed and repeated. `at` is the key of a control. */
export type Step =
  | { do: 'click' | 'double click'; at: string }
  | { do: 'type'; at: string; text: string }
  | { do: 'select'; at: string; option: number }
  | { do: 'press'; key: string }
  | { do: 'open'; path: string }
  /** Logs in through the form as the user of the walk. */
  | { do: 'log in' }
  /** Revokes the session on the server; the page learns it from its next call. */
  | { do: 'expire' }
  | { do: 'back' | 'forward' | 'reload' };

const LONG = 60;

/** Describes a step in one line, for a person. */
export function describeStep(step: Step): string {
  const { do: verb, ...rest } = step;
  const values = Object.values(rest).map((value) => {
    const text = JSON.stringify(value);
    return text.length > LONG ? `${text.slice(0, LONG)}… (${String(value).length} characters)` : text;
  });
  return [verb, ...values].join(' ');
}
