import type { EventDefaults } from '#shared/orders/event-list/check-row.ts';
import { type EventBody, eventBody, listEvents, type SourcedRow } from '#shared/orders/event-list/list-events.ts';
import { labelRow, readEventRows } from '#shared/orders/event-list/read-rows.ts';
import { createStore } from '#web/kit/lib/store.ts';
import { momentWire } from '#web/orders/staff/shipments/local-moment.ts';

/** A file that was loaded. */
export interface LoadedFile {
  name: string;
  rows: readonly SourcedRow[];
}

/** What was typed, loaded and scanned, and not sent yet. */
export interface EventDraft {
  /** Code of the state of all rows that have none of their own. */
  state: string;
  /** Time of all rows that have none of their own, as a field of date and time contains it; '' for the moment of sending. */
  at: string;
  reason: string;
  pasted: string;
  files: readonly LoadedFile[];
  scans: readonly SourcedRow[];
}

/** `double`: not sent, because an earlier row of its list is the same event. */
export type SentResult = 'pending' | 'recorded' | 'repeated' | 'refused' | 'double';

/** A row of a list that was sent. */
export interface SentRow extends SourcedRow {
  /** Null for a row that couldn't be read. */
  body: EventBody | null;
  result: SentResult;
  reason: string | null;
}

export interface EventList {
  draft: EventDraft;
  sent: readonly SentRow[];
  sending: boolean;
  /** Why sending stopped with rows left. */
  stopped: string | null;
}

const EMPTY: EventList = {
  draft: { state: '', at: '', reason: '', pasted: '', files: [], scans: [] },
  sent: [],
  sending: false,
  stopped: null,
};

/** The list of this browser's tab. Outside of the page, so that it outlives the login after a session has ended. */
export const eventList = createStore(EMPTY);

let owner: number | null = null;

/** Discards all that wasn't sent. */
export const discardEventList = (): void => changeList(EMPTY);

/** Discards the list of another person, who used this tab before. */
export function ownEventList(person: number): void {
  if (owner !== null && owner !== person) discardEventList();
  owner = person;
}

/** Changes the list. While something isn't sent, the browser asks before it closes the tab, whatever page is open. */
export function changeList(changes: Partial<EventList>): void {
  const list = { ...eventList.get(), ...changes };
  eventList.set(list);
  if (isUnsent(list)) window.addEventListener('beforeunload', askBeforeClosing);
  else window.removeEventListener('beforeunload', askBeforeClosing);
}

const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();

export const changeDraft = (changes: Partial<EventDraft>) =>
  changeList({ draft: { ...eventList.get().draft, ...changes } });

const PASTED = 'Pegado';
const SCANNED = 'Escaneado';

/** Adds a scanned code to the list. */
export function addScan(code: string): void {
  const { scans } = eventList.get().draft;
  changeDraft({ scans: [...scans, { ...labelRow(scans.length + 1, code), source: SCANNED }] });
}

/** Reads a pasted list. @throws CsvFileError */
export const pastedRows = (text: string): SourcedRow[] =>
  readEventRows(text).map((row) => ({ ...row, source: PASTED }));

/** Returns the values of all rows without their own. */
export const defaultsOf = ({ state, at, reason }: Pick<EventDraft, 'state' | 'at' | 'reason'>): EventDefaults => {
  const ms = Date.parse(momentWire(at) ?? '');
  return { state, at: Number.isNaN(ms) ? null : ms, reason };
};

/** Moves the rows of the draft to those that are sent; those that can't be sent are refused. @throws CsvFileError */
export function submitDraft(now: number): void {
  const { draft, sent } = eventList.get();
  const rows = [...pastedRows(draft.pasted), ...draft.files.flatMap((file) => file.rows), ...draft.scans];
  const submitted = listEvents(rows, defaultsOf(draft), now).map(({ event, double, problem, ...row }): SentRow => {
    const result = event ? 'pending' : double ? 'double' : 'refused';
    return { ...row, body: event && eventBody(event, now), result, reason: problem };
  });
  changeList({ sent: [...sent, ...submitted], draft: { ...draft, pasted: '', files: [], scans: [] } });
}

/** Whether closing the tab would lose something. */
const isUnsent = ({ draft, sent }: EventList) =>
  draft.pasted.trim() !== '' ||
  draft.files.length > 0 ||
  draft.scans.length > 0 ||
  sent.some(({ result }) => result === 'pending');
