import type { Step } from './model-steps.ts';

/** Pays the prepaid client's order and prints its label. */
const PAID: Step[] = [
  { do: 'pay', picks: [2] },
  { do: 'notify', pick: 0, status: 'approved', copies: 1, forged: false },
  { do: 'upload', who: 0, numbers: [1, 2], wrong: null },
  { do: 'work' },
  { do: 'print', pick: 2 },
];

/** Corrects the failed visit of the order that the warehouse prepares, and hides what requires action. */
const CORRECTED: Step[] = [
  { do: 'warehouse', pick: 1, action: 'prepare' },
  { do: 'warehouse', pick: 1, action: 'close' },
  { do: 'warehouse', pick: 1, action: 'label' },
  { do: 'failed visit', pick: 1, shipment: 0, reason: 'Destinatario ausente' },
  { do: 'hide', who: 0, pick: 0, days: 1 },
  { do: 'correct', pick: 2, final: false, state: null, minutesLater: 0, again: 'no' },
];

/** Prints on a Sunday, and closes and opens days of the promise, one of them a holiday; then a visit fails before a closed day. */
const CLOSED: Step[] = [
  { do: 'wait', hours: 1 },
  { do: 'print', pick: 0 },
  { do: 'holiday', daysAhead: 1 },
  { do: 'holiday', daysAhead: 2 },
  { do: 'holiday', daysAhead: 1 },
  { do: 'holiday', daysAhead: 23 },
  { do: 'failed visit', pick: 0, shipment: 0, reason: '' },
  { do: 'holiday', daysAhead: 1 },
  { do: 'holiday', daysAhead: 2 },
];

/** Sequences that are played in each run, because random ones may omit what they do. */
export const EXAMPLES: [Step[]][] = [[PAID], [CORRECTED], [CLOSED]];
