import { claim, type Draft, isGlued, keyAt, kindAt, readPart, skipSigns } from './claims/draft.ts';

const LABELS = new Set(['mail', 'email', 'correo', 'e']);

const SIGNS = '._+-';

/** Reads the first e-mail address of the text. */
export function readEmail(draft: Draft): void {
  const at = draft.tokens.findIndex(({ key }) => key === '@');
  if (at < 1) return;
  const belongs = (index: number) => {
    const kind = kindAt(draft, index);
    return kind === 'word' || kind === 'number' || (kind === 'sign' && SIGNS.includes(keyAt(draft, index)));
  };
  let from = at;
  while (isGlued(draft, from) && belongs(from - 1)) from--;
  let to = at + 1;
  while (to < draft.tokens.length && isGlued(draft, to) && belongs(to)) to++;
  while (kindAt(draft, to - 1) === 'sign') to--;
  if (from === at || to <= at + 1) return;
  const value = draft.text.slice(draft.tokens[from]?.start, draft.tokens[to - 1]?.end);
  const isAddress = /^[^@]+@[^@.]+\.[^@]+$/.test(value);
  readPart(draft, 'email', { from, to }, isAddress ? 'sure' : 'doubtful', value);
  claimLabelBefore(draft, from);
}

/** Claims 'mail:' or 'e-mail' before the address. */
function claimLabelBefore(draft: Draft, address: number): void {
  let index = address - 1;
  while (kindAt(draft, index) === 'sign' && ':<.-('.includes(keyAt(draft, index))) index--;
  if (!LABELS.has(keyAt(draft, index)) || keyAt(draft, index) === 'e') return;
  const isSplit = keyAt(draft, index - 1) === '-' && keyAt(draft, index - 2) === 'e';
  claim(draft, { from: isSplit ? index - 2 : index, to: skipSigns(draft, index + 1, ':<.-(') }, 'label');
}
