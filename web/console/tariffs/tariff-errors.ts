import { tariffForm } from '#shared/ops/tariffs.ts';
import { bodyOf, type TariffDraft, valueAt } from './tariff-draft.ts';
import { controlPath } from './value-names.ts';

/** Messages by the path of their value. */
export type TariffErrors = ReadonlyMap<string, string>;

/** The errors of the last attempt to publish a draft. */
export interface Attempt {
  draft: TariffDraft;
  errors: TariffErrors;
  foundBy: 'form' | 'server';
}

/** Checks a draft by the contract. */
export function checkDraft(draft: TariffDraft): TariffErrors {
  const { error } = tariffForm.safeParse(bodyOf(draft));
  return new Map((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

/**
 * Returns the errors of an attempt that the draft still has. The server’s errors last until their value changes. Later mistakes
 * wait for the next attempt, because a message mustn't interrupt somebody who is typing.
 */
export function remainingErrors({ draft: tried, errors, foundBy }: Attempt, draft: TariffDraft): TariffErrors {
  if (foundBy === 'server') {
    const isUnchanged = (path: string) => valueAt(tried, controlPath(path)) === valueAt(draft, controlPath(path));
    return new Map([...errors].filter(([path]) => isUnchanged(path)));
  }
  return new Map([...checkDraft(draft)].filter(([path]) => errors.has(path)));
}
