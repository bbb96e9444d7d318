import { integer } from '#shared/kit/text/format.ts';
import { MAX_PENDING } from '#shared/orders/pending.ts';

/** Returns a number of pending items as text. A capped number is a lower bound: '1.000+'. */
export const shownTotal = (total: number, capped = total >= MAX_PENDING): string =>
  `${integer(total)}${capped ? '+' : ''}`;
