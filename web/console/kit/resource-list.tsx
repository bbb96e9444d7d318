import { type ReactNode, useMemo } from 'react';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { type Resource, type ResourceFilter, shownFilters } from '#shared/kit/resource.ts';
import type { CsvCell } from '#shared/kit/text/csv.ts';
import { EMPTY_VALUE, integer, money, pluralize } from '#shared/kit/text/format.ts';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { LiveFilters, LiveSearch, LiveSelect } from '#web/kit/list/live-filters.tsx';
import { type ListPage, useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import type { DataTableProps } from '#web/kit/ui/table/data-table-props.tsx';
import { ConsoleList } from './console-list.tsx';
import { useDownload } from './use-download.ts';

/** A resource with its filters in the address, and the page of its rows that the address names. */
interface ResourceView<Row, C extends string> {
  resource: Resource<{ filter: object }, Row, C>;
  filters: ListFilters<string>;
  list: ListPage<Row>;
  /** Rows that match, in words; undefined until known. */
  count: string | undefined;
}

/** Reads a page of a resource. Filters and page are in the address. Numbers of its columns are shown with thousands separators: ids are texts. */
export function useResource<Q extends { filter: object }, Row, C extends string>(
  resource: Resource<Q, Row, C>,
): ResourceView<Row, C> {
  const definition = useMemo(
    () => ({
      list: `console-${resource.command[0]}`,
      pageSize: 50 as const,
      filters: Object.fromEntries(shownFilters(resource.filters).map(([field, { name }]) => [name, field])),
    }),
    [resource],
  );
  const filters = useListFilters<string>(definition);
  const list = useListPage(resource.list, filters, null) as ListPage<Row>;
  const count = list.total === undefined ? undefined : pluralize(list.total, ...resource.nouns);
  return { resource, filters, list, count };
}

interface ResourceFiltersProps {
  view: { resource: { filters: Readonly<Record<string, ResourceFilter>> }; filters: ListFilters<string> };
  /** Fields of filters that are neither a text nor one of a few options, by their names in the call. */
  fields?: Readonly<Record<string, ReactNode>> | undefined;
}

/** The fields of a resource's filters, which apply while they are typed or chosen. */
export function ResourceFilters({ view: { resource, filters }, fields = {} }: ResourceFiltersProps) {
  return shownFilters(resource.filters).map(([field, { name, label, hint, options }]) => {
    if (fields[field]) return fields[field];
    return options ? (
      <LiveSelect
        key={name}
        filters={filters}
        name={name}
        label={label}
        options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
      />
    ) : (
      <LiveSearch key={name} filters={filters} name={name} label={label} {...(hint && { hint })} />
    );
  });
}

interface ExportResourceProps {
  view: {
    resource: { csv: AnyEndpoint; columns: Readonly<Record<string, { header?: string }>> };
    filters: Pick<ListFilters<string>, 'query'>;
    list: { total: number | undefined };
  };
}

/** Saves the rows that match the filters as a CSV file. A file that an import reads is also saved without rows, for its headers. */
export function ExportResource({ view: { resource, filters, list } }: ExportResourceProps) {
  const { download, downloading } = useDownload();
  const { filter } = filters.query;
  const isImported = Object.values(resource.columns).some(({ header }) => header !== undefined);
  return (
    <Button
      icon={<Download />}
      busy={downloading}
      disabledReason={list.total === 0 && !isImported && 'No hay filas para exportar'}
      onClick={() => void download(resource.csv, { query: { filter } })}
    >
      Exportar CSV
    </Button>
  );
}

const textOf = (value: CsvCell): string => {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? integer(value) : money(value.pesos);
};

/** How a column is shown where that isn't its value alone. */
type Cell<Row> = Omit<Column<Row>, 'id' | 'header'> & Partial<Pick<Column<Row>, 'header'>>;

/** Columns of a resource that show more than their value; null hides one. */
export type Cells<R> = R extends { key: (row: infer Row) => string; columns: infer Columns }
  ? Partial<Record<keyof Columns, Cell<Row> | null>>
  : never;

interface ResourceTableProps<Row, C extends string> extends Pick<DataTableProps<Row>, 'onOpen' | 'none' | 'unmatched'> {
  view: ResourceView<Row, C>;
  /** Must be a stable object, because another one renders all rows again. */
  cells?: Partial<Record<C, Cell<Row> | null>>;
  /** What can be done with a row. Must be a stable function. */
  actions?: (row: Row) => ReactNode;
  /** Name of the column that heads a row's card; the first one by default. */
  name?: C;
}

/** The rows of a resource, on phones as cards, with a pager. */
export function ResourceTable<Row, C extends string>({ view, cells, actions, ...props }: ResourceTableProps<Row, C>) {
  const { resource, filters, list, count } = view;
  const columns = useMemo(() => {
    const shown: Column<Row>[] = [];
    for (const id of Object.keys(resource.columns) as C[]) {
      const { title, value, fileOnly } = resource.columns[id];
      const cell = fileOnly ? null : cells?.[id];
      if (cell !== null) shown.push({ id, header: title, cell: (row) => textOf(value(row)), ...cell });
    }
    if (actions) shown.push({ id: 'actions', header: 'Acciones', align: 'right', hideHeader: true, cell: actions });
    return shown;
  }, [resource, cells, actions]);
  return (
    <ConsoleList
      {...props}
      label={resource.title}
      list={list}
      filters={filters}
      count={count}
      columns={columns}
      rowKey={resource.key}
    />
  );
}

interface ResourcePageProps<Q extends { filter: object }, Row, C extends string>
  extends Omit<ResourceTableProps<Row, C>, 'view'> {
  resource: Resource<Q, Row, C>;
  /** Returns the fields of filters that are neither a text nor one of a few options, by their names in the call. */
  fields?: (filters: ListFilters<string>) => ResourceFiltersProps['fields'];
  /** Buttons beside the export. */
  buttons?: ReactNode;
  /** Between the heading and the filters. */
  children?: ReactNode;
}

/** A page with a resource: heading with count, export, filters and rows. */
export function ResourcePage<Q extends { filter: object }, Row, C extends string>({
  resource,
  fields,
  buttons,
  children,
  ...table
}: ResourcePageProps<Q, Row, C>) {
  const view = useResource(resource);
  return (
    <>
      <PageHeader
        title={resource.title}
        count={view.count ?? '\u00a0'}
        actions={
          <>
            {buttons}
            <ExportResource view={view} />
          </>
        }
      />
      {children}
      <LiveFilters>
        <ResourceFilters view={view} fields={fields?.(view.filters)} />
      </LiveFilters>
      <ResourceTable view={view} {...table} />
    </>
  );
}
