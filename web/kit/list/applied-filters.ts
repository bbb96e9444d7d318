import { formatDate } from '#shared/kit/text/format.ts';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';
import type { AppliedFilter } from './list-filters.tsx';

type Applied<N extends string> = Partial<Record<N, string>>;

export const YES_NO_OPTIONS: readonly SelectOption[] = [
  { value: '1', label: 'Si' },
  { value: '0', label: 'No' },
];

/** Returns an applied filter for display, with the label of its option for a select; empty when it isn't applied. */
export function appliedFilter<N extends string>(
  applied: Applied<N>,
  name: N,
  label: string,
  options: readonly SelectOption[] = [],
): AppliedFilter<N>[] {
  const value = applied[name];
  if (!value) return [];
  return [{ names: [name], label, value: options.find((option) => option.value === value)?.label ?? value }];
}

/** Returns an applied range of days as one filter; empty when it isn't applied. */
export function appliedDays<N extends string>(applied: Applied<N>, from: N, to: N, label: string): AppliedFilter<N>[] {
  const [first, last] = [applied[from], applied[to]];
  if (!first && !last) return [];
  return [{ names: [from, to], label, value: period(first, last) }];
}

function period(from: string | undefined, to: string | undefined): string {
  if (!to) return `desde el ${formatDate(from)}`;
  if (!from) return `hasta el ${formatDate(to)}`;
  return from === to ? `el ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(to)}`;
}
