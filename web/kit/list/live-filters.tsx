import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { history } from '#web/kit/lib/history.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select, type SelectOption } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import type { ListFilters } from './filters.ts';
import styles from './live-filters.module.css';

/** Time without a key after which a list is searched, in ms. */
const PAUSE_MS = 300;

/** Filters in one line above a list, which apply while they are typed or chosen. */
export function LiveFilters({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

interface LiveFilterProps<N extends string> {
  filters: Pick<ListFilters<N>, 'values' | 'applied' | 'set' | 'replace'>;
  name: N;
  label: string;
}

interface LiveSearchProps<N extends string> extends LiveFilterProps<N> {
  hint?: string;
  className?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Searches by a text after a pause in typing (debounce). */
export function LiveSearch<N extends string>({
  filters,
  name,
  label,
  hint,
  className,
  inputRef,
  onKeyDown,
}: LiveSearchProps<N>) {
  const { pathname } = useLocation();
  const { values, applied, replace } = filters;
  const [text] = useDebounced(values[name].trim(), PAUSE_MS);
  const search = useEffectEvent(() => {
    // Not a text that the address has brought, or of a page that the user is leaving.
    if (text !== values[name].trim() || history.entry().location.pathname !== pathname) return;
    if (text !== (applied[name] ?? '')) replace({ [name]: values[name] } as Partial<Record<N, string>>);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches when the text rests, and when another filter has dropped it
  useEffect(search, [text, applied[name]]);
  return (
    <Field label={label} hint={hint} className={className}>
      <TextInput
        ref={inputRef}
        type="search"
        autoComplete="off"
        value={filters.values[name]}
        onChange={({ target }) => filters.set(name, target.value)}
        onKeyDown={onKeyDown}
      />
    </Field>
  );
}

/** Shows the rows of one of several options. @param value the applied option, if it differs from the URL's */
export function LiveSelect<N extends string>({
  filters,
  name,
  label,
  options,
  value = filters.applied[name] ?? '',
}: LiveFilterProps<N> & { options: readonly SelectOption[]; value?: string }) {
  return (
    <Field label={label}>
      <Select
        value={value}
        options={options}
        onChange={({ target }) => filters.replace({ [name]: target.value } as Partial<Record<N, string>>)}
      />
    </Field>
  );
}
