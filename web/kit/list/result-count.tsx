import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { dayErrors, type ListDefinition, type ListFilters } from './filters.ts';

/** Debounce: milliseconds without a change before the gateway is called. */
const DEBOUNCE_MS = 300;

/** Returns the form's values by the call's names; null while a day is invalid or incomplete. */
export function typedFilter<N extends string>(
  { values, errors }: ListFilters<N>,
  { filters: names, days, fixed }: ListDefinition<N>,
): Record<string, string> | null {
  if (Object.keys(errors).length > 0) return null;
  if (days && Object.keys(dayErrors(values[days.from], values[days.to], days.message)).length > 0) return null;
  const typed = Object.entries(values) as [N, string][];
  return { ...Object.fromEntries(typed.map(([name, value]) => [names[name], value.trim()])), ...fixed };
}

interface ResultCountProps {
  endpoint: AnyEndpoint;
  filter: Record<string, string> | null;
  /** Rows that the call counts at most; it counts one more if there are more. */
  most?: number;
}

/** Shows how many rows the typed filter would find: 'Ver 37 resultados'. */
export function ResultCount({ endpoint, filter, most = Number.POSITIVE_INFINITY }: ResultCountProps) {
  const [debounced] = useDebounced(filter, DEBOUNCE_MS, JSON.stringify(filter));
  const input = { query: { page: 1, limit: 1, filter: debounced } } as CallInput<AnyEndpoint>;
  const { data } = useApiQuery(endpoint, debounced && input, { keepPrevious: true });
  const total = (data as { pagination?: { total?: number } } | undefined)?.pagination?.total;
  if (total === undefined) return 'Ver resultados';
  return `Ver ${total > most ? 'más de ' : ''}${pluralize(Math.min(total, most), 'resultado', 'resultados')}`;
}
