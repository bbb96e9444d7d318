import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '#shared/kit/messages.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { SEARCH_TEXT, type SearchResults, search } from '#shared/orders/search.ts';
import { call } from '#web/kit/call/api.ts';
import { type ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { type CommandGroup, CommandList } from '#web/kit/ui/overlay/command-list.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import type { MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { useDelayedLoading } from '#web/shell/frame/use-delayed-loading.ts';
import { fallbackSearch } from './fallback-search.ts';
import { foundRows, KIND_ICONS, listSearchRow, repeatRow } from './found-rows.tsx';
import { matchEntries } from './match-entries.ts';
import type { PaletteRow } from './palette-row.ts';
import { addRecentPage, readRecentPages } from './recent-pages.ts';
import { useStaticRows } from './use-static-rows.tsx';

/** Maximum number of pages and actions above the search results. */
const MATCHES = 5;

export interface PaletteProps {
  menu: readonly MenuEntry[];
  /** Returns the text that was typed before the palette was loaded. */
  typed: () => string;
  showShortcuts: () => void;
  close: () => void;
}

/** Debounce: milliseconds without a change before the gateway is called. */
const DEBOUNCE_MS = 150;

/**
 * Returns the query for a text: the scanned or pasted id in its normal form, else the words; null for too short a text.
 */
function searchTextOf(text: string): string | null {
  const query = parseScannedId(text) ?? text.trim().replace(/\s+/g, ' ').slice(0, SEARCH_TEXT.max);
  return query.length < SEARCH_TEXT.min ? null : query;
}

interface Search {
  /** The results; those of the previous text until new ones arrive. Null without a query. */
  found: SearchResults | null;
  /** `answered`: the results belong to the current text. */
  state: 'idle' | 'searching' | 'answered' | 'failed';
  /** Why the search failed, in Spanish. */
  failure: string | null;
  /** True when the results take long. */
  slow: boolean;
  /** Searches without waiting for the debounce. */
  searchNow: () => void;
  retry: () => void;
}

/** Searches for a text while it is typed: debounced, and aborting the call for the previous text. */
function useSearch(text: string): Search {
  const searches = useCapability('search');
  const searchText = searchTextOf(text);
  const [debounced, flush] = useDebounced(searchText, DEBOUNCE_MS);

  const query = useQuery<SearchResults, ApiError>({
    // The key of the call, so that change events invalidate this query too.
    queryKey: [search.method, search.path, { query: { q: debounced } }],
    queryFn: async ({ signal }) => {
      const q = debounced ?? '';
      // Other gateways have only lists.
      return searches ? (await call(search, { query: { q }, signal })).results : fallbackSearch(q, signal);
    },
    enabled: searches !== null && debounced !== null,
    placeholderData: keepPreviousData,
  });

  const stateNow = (): Search['state'] => {
    if (searchText === null) return 'idle';
    if (debounced !== searchText) return 'searching';
    if (query.data && !query.isPlaceholderData) return 'answered';
    // Paused: the browser is offline.
    return query.isError || query.fetchStatus === 'paused' ? 'failed' : 'searching';
  };
  const state = stateNow();
  const slow = useDelayedLoading(state === 'searching' && debounced === searchText);
  return {
    found: state === 'idle' || state === 'failed' ? null : (query.data ?? null),
    state,
    failure: query.error && asApiError(query.error).message,
    slow,
    searchNow: flush,
    retry: () => void query.refetch(),
  };
}

type Groups = CommandGroup<PaletteRow>[];

/** Search palette: orders, shipments, labels and receivers from the gateway, pages and actions of the portal. */
export default function Palette({ menu, typed, showShortcuts, close }: PaletteProps) {
  const { username } = useClientSession();
  const navigate = useNavigate();
  const repeats = useCapability('repeatOrder');
  const disabledReason = usePermissionReason('orders');
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  // True when Enter was pressed before the results arrived: an exact match then opens at once.
  const [openWhenFound, setOpenWhenFound] = useState(false);
  const [recent] = useState(() => readRecentPages(username));
  const { pages, actions } = useStaticRows(menu, showShortcuts);
  const search = useSearch(text);
  const found = search.found && foundRows(search.found, text);
  const repeat = found?.exactOrder && repeats ? [{ ...repeatRow(found.exactOrder), disabledReason }] : [];
  const staticMatches = matchEntries([...pages, ...actions], text).slice(0, MATCHES);

  const groups: Groups =
    text.trim() === ''
      ? [
          { title: 'Recientes', commands: recentRows(recent, pages) },
          { title: 'Páginas', commands: pages },
          { title: 'Acciones', commands: actions },
        ]
      : [
          { title: 'Coincidencia exacta', commands: found?.exact ? [found.exact, ...repeat] : [] },
          { title: 'Páginas y acciones', commands: staticMatches },
          ...(found?.groups ?? []),
        ];
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  // Not for a scanned number, which would filter the list by nothing that exists.
  const words = search.state === 'answered' && parseScannedId(text) === null ? searchTextOf(text) : null;
  const missed = words !== null && !found?.exact && found?.groups.every(({ commands }) => commands.length === 0);

  function open({ kind, to, label, detail = '', run, disabledReason }: PaletteRow): void {
    if (disabledReason) return;
    close();
    run?.();
    if (!to) return;
    if (kind !== 'action') addRecentPage(username, { kind, to, label, detail });
    void navigate(to);
  }

  /** Selects the text, so that the next scan replaces it. */
  const selectText = () => field.current?.select();

  function enter(row: PaletteRow | null, chosen: boolean): void {
    const waitForResults =
      search.state === 'searching' && !chosen && (staticMatches.length === 0 || parseScannedId(text) !== null);
    if (!waitForResults) {
      if (row) open(row);
      else selectText();
      return;
    }
    setOpenWhenFound(true);
    search.searchNow();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits only for the results
  useEffect(() => {
    if (!openWhenFound || search.state === 'searching') return;
    setOpenWhenFound(false);
    if (search.state === 'answered' && found?.exact) open(found.exact);
    else selectText();
  }, [openWhenFound, search.state]);

  return (
    <Dialog open onOpenChange={close} title="Buscar" size="md" shape="full" flush initialFocus={field}>
      <CommandList
        label="Buscar órdenes, envíos, compradores, páginas y acciones"
        placeholder="Orden, etiqueta, comprador o página"
        inputRef={field}
        text={text}
        onTextChange={(next) => {
          setOpenWhenFound(false);
          setText(next);
        }}
        groups={missed ? [...groups, { title: 'En la lista', commands: [listSearchRow(words)] }] : groups}
        onPick={open}
        onEnter={enter}
        busy={search.slow}
        status={<Status text={text} search={search} count={count} />}
      />
    </Dialog>
  );
}

/** Returns the recent rows; pages only if the session may still open them. */
function recentRows(recent: ReturnType<typeof readRecentPages>, pages: readonly PaletteRow[]): PaletteRow[] {
  return recent.flatMap((row): PaletteRow[] => {
    const key = `h${row.to}`;
    if (row.kind !== 'page') return [{ ...row, key, icon: KIND_ICONS[row.kind] }];
    return pages.filter(({ to }) => to === row.to).map((page) => ({ ...page, key }));
  });
}

interface StatusProps {
  text: string;
  search: Search;
  count: number;
}

/** Status line: searching, the number of results, or why there are none. */
function Status({ text, search, count }: StatusProps) {
  if (search.state === 'failed') {
    return (
      <>
        {search.failure ?? messages.offline}{' '}
        <button type="button" className="link-button" onClick={search.retry}>
          Reintentar
        </button>
      </>
    );
  }
  if (search.slow) return 'Buscando…';
  if (text.trim() === '') return 'Escribí, pegá o escaneá un número';
  if (count > 0) return pluralize(count, 'resultado', 'resultados');
  if (search.state === 'searching') return null;
  if (search.state === 'idle') return 'Escribí al menos 2 caracteres';
  const id = parseScannedId(text);
  return id
    ? `No encontramos ninguna orden ni envío con el número ${id}`
    : `No encontramos nada con «${searchTextOf(text)}»`;
}
