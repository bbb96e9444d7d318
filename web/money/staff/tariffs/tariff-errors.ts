import { tariffForm } from '#shared/money/staff-tariffs.ts';
import { bodyOf, type TariffDraft, valueAt } from './tariff-draft.ts';
import { controlPath } from './value-names.ts';

/** What an attempt to publish a draft found. */
export interface FoundErrors {
  /** Messages by the path of their control. */
  errors: ReadonlyMap<string, string>;
  foundBy: 'form' | 'server';
}

export const NO_ERRORS: FoundErrors = { errors: new Map(), foundBy: 'form' };

/** Checks a draft by the contract. */
export function checkDraft(draft: TariffDraft): FoundErrors {
  const { error } = tariffForm.safeParse(bodyOf(draft));
  const messages = (error?.issues ?? []).map(({ path, message }) => [controlPath(path.join('.')), message] as const);
  return { errors: new Map(messages), foundBy: 'form' };
}

/** Returns the server’s errors by control. */
export const refusedValues = (errors: readonly { field: string; message: string }[]): FoundErrors => ({
  errors: new Map(errors.map(({ field, message }) => [controlPath(field), message])),
  foundBy: 'server',
});

/**
 * Returns the errors that remain after a change of the draft. The server’s errors last until their value changes. New mistakes wait
 * for the next attempt, because a message mustn’t interrupt somebody who is typing.
 */
export function remainingErrors(found: FoundErrors, before: TariffDraft, after: TariffDraft): FoundErrors {
  // Values are known by their place, so the messages would move to other zones or brackets.
  if (shapeOf(before) !== shapeOf(after)) return NO_ERRORS;
  const { errors, foundBy } = found;
  if (foundBy === 'server') {
    return { errors: new Map([...errors].filter(([path]) => valueAt(before, path) === valueAt(after, path))), foundBy };
  }
  return { errors: new Map([...checkDraft(after).errors].filter(([path]) => errors.has(path))), foundBy };
}

const shapeOf = ({ zones }: TariffDraft) => zones.map(({ brackets }) => brackets.length).join(' ');
