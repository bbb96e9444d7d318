import * as z from 'zod/mini';
import type { AuditAction } from '#shared/people/rules/activity/audit-actions.ts';
import type { StaffPermission } from '#shared/people/rules/staff-permissions.ts';
import { type Endpoint, endpoint } from './http/endpoint.ts';
import { filterSchema, filterText, listQuery, type Pagination, page } from './http/pagination.ts';
import type { Shown } from './http/shown.ts';
import type { CsvCell } from './text/csv.ts';

/** A filter of a list that people see: a text, or one of several options. */
export interface ShownFilter {
  /** Name in the page's address, and option on the command line. */
  name: string;
  /** Label of the field on the page. */
  label: string;
  /** What the text is compared with, on the page and on the command line. */
  hint?: string;
  /** Values of a choice, words and no numbers, with their labels; '' stands for all. Another value finds nothing. */
  options?: Readonly<Record<string, string>>;
}

/** A filter that only other programs use, with the schema of its value. */
interface CallFilter {
  name?: undefined;
  schema: z.ZodMiniType;
}

export type ResourceFilter = ShownFilter | CallFilter;

/** A column of a list: its title on the page, in the CSV file and on the command line, and its value there. */
export interface ResourceColumn<R> {
  title: string;
  /** Header in the file, where an import reads it; the title by default. */
  header?: string;
  value: (row: R) => CsvCell;
  /** Value in the file, where an import or a spreadsheet needs another one than people. */
  inFile?: (row: R) => CsvCell;
  /** Whether only the file has the column. */
  fileOnly?: boolean;
}

type Schemas<F> = { [K in keyof F]: F[K] extends { schema: infer S extends z.ZodMiniType } ? S : typeof filterText };

interface Declared<R extends z.ZodMiniType, F, C extends string> {
  /** Title of the page and name of the CSV file: 'Localidades'. */
  title: string;
  /** A row in the singular and in the plural, for counts: 'localidad', 'localidades'. */
  nouns: readonly [one: string, many: string];
  /** Command of the command line, and its help. */
  command: readonly [name: string, help: string];
  /** English sentence about the list, for the API documents. */
  summary: string;
  needs: StaffPermission;
  /** As in `endpoint`. */
  shows?: readonly Shown[];
  /** Action of the CSV export in the audit trail, for rows about persons. */
  audit?: AuditAction;
  row: R;
  /** Returns a text that no other row has. */
  key: (row: z.output<R>) => string;
  /** Filters by their names in the call. */
  filters: F;
  /** Columns in their order. A title alone stands for the row's member of the same name. */
  columns: {
    [K in C]: K extends keyof z.output<R>
      ? (z.output<R>[K] extends CsvCell ? string : never) | ResourceColumn<z.output<R>>
      : ResourceColumn<z.output<R>>;
  };
}

/**
 * Declares a list of the provider once: its paged call and its CSV export, the filters of both, and the columns of page, file and command line.
 * `mountResource` answers the calls, `ResourcePage` shows it, and `npm run ops` has the command.
 *
 * @param path path below `/api` that ends with `/`; the export is at `export/csv` below it
 */
export function resource<
  R extends z.ZodMiniType,
  const F extends Readonly<Record<string, ResourceFilter>>,
  C extends string,
>(path: `/ops/v1/${string}/`, declared: Declared<R, F, C>) {
  type Row = z.output<R>;
  const { summary, needs, shows, audit, row } = declared;
  const filters = Object.fromEntries(
    Object.entries(declared.filters).map(([name, filter]) => [name, 'schema' in filter ? filter.schema : filterText]),
  ) as Schemas<F>;
  const columns = Object.fromEntries(
    Object.entries<string | ResourceColumn<Row>>(declared.columns).map(([name, column]) => [
      name,
      typeof column === 'string'
        ? { title: column, value: (row: Row) => (row as Record<string, CsvCell>)[name] }
        : column,
    ]),
  ) as Record<C, ResourceColumn<Row>>;
  const authorization = { access: 'provider', needs, ...(shows && { shows }) } as const;
  const list = endpoint(`GET ${path}`, {
    ...authorization,
    summary,
    query: listQuery(filters),
    reply: page(row),
  });
  const csv = endpoint(`GET ${path}export/csv`, {
    ...authorization,
    ...(audit && { audit }),
    summary: `${summary} As a CSV file, with all rows that match the filters.`,
    query: z.object({ filter: filterSchema(filters) }),
    produces: 'text/csv',
  });
  return { ...declared, columns, list, csv };
}

/** A declared list. @template Q query of a page, `Row` a row, `C` names of the columns */
export interface Resource<Q extends { filter: object }, Row, C extends string = string> {
  title: string;
  nouns: readonly [one: string, many: string];
  command: readonly [name: string, help: string];
  key: (row: Row) => string;
  filters: Readonly<Record<string, ResourceFilter>>;
  columns: Readonly<Record<C, ResourceColumn<Row>>>;
  list: Endpoint<undefined, z.ZodMiniType<Q>, undefined, z.ZodMiniType<{ results: Row[]; pagination: Pagination }>>;
  csv: Endpoint<undefined, z.ZodMiniType<Pick<Q, 'filter'>>, undefined, undefined>;
}

/** Returns the filters that people see, with their names in the call. */
export const shownFilters = (filters: Readonly<Record<string, ResourceFilter>>): [field: string, ShownFilter][] =>
  Object.entries(filters).flatMap(([field, filter]) => (filter.name === undefined ? [] : [[field, filter]]));

/** A declared list whose rows nobody looks into. */
export type AnyResource = Resource<{ filter: object }, object>;

/** Collects the lists that modules export. */
export const collectResources = (modules: readonly object[]): AnyResource[] =>
  modules.flatMap((module) =>
    Object.values(module).filter((value): value is AnyResource => typeof value === 'object' && 'csv' in value),
  );
