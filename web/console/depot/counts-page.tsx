import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pluralize } from '#shared/format.ts';
import { clientStock, expiringStock, recordCounts } from '#shared/ops/stock.ts';
import { hasWrongCheckDigit } from '#shared/rules/barcode.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { useScanner } from '#web/console/events/use-scanner.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { ClientSelect, NoClientChosen } from './client-select.tsx';
import { type CountDrafts, countedUnits, countKey, countProblem, counts } from './count-drafts.ts';
import { CountTable } from './count-table.tsx';
import styles from './depot.module.css';
import { DepotViews } from './depot-views.tsx';
import { useChosenClient } from './use-chosen-client.ts';

/** `/consola/deposito/conteo`: a client's stock with its positions, and counts of it. */
export function CountsPage({ me }: { me: Me }) {
  const [client, choose] = useChosenClient();
  return (
    <>
      <PageHeader title="Stock y conteo" />
      <DepotViews />
      <div className={styles.filters}>
        <ClientSelect value={client} onChange={choose} empty="Elegí un cliente" />
      </div>
      {client === '' ? (
        <NoClientChosen title="¿De quién es el stock?" text="Elegí un cliente para ver sus lotes y contarlos." />
      ) : (
        <ClientCounts key={client} client={client} me={me} />
      )}
    </>
  );
}

/** Minimum length of a scanned code: numbers of units are shorter. */
const CODE_MIN = 6;

/** Says what to check about a code that no lot has. */
function whatToCheck(code: string): string {
  return hasWrongCheckDigit(code)
    ? 'El código de barras no es válido: revisá el último dígito.'
    : 'Revisá el código, o si el producto es de otro cliente.';
}

function ClientCounts({ client, me }: { client: string; me: Me }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [sku] = useDebounced(typed.trim(), 300);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const { data, error, refetch } = useApiQuery(
    clientStock,
    { params: { clientId: client }, query: { page, limit, filter: sku ? { sku } : {} } },
    { keepPrevious: true },
  );
  const search = (text: string) => {
    setTyped(text);
    setPlace({ page: 1, limit });
  };
  const searchScanned = (code: string) => {
    // Rendered at once, so that the next scan replaces the selected text.
    flushSync(() => search(code));
    field.current?.focus();
    field.current?.select();
  };
  useScanner(field, searchScanned, (text) => text.length >= CODE_MIN);
  const drafts = counts.useValue(client);
  const { send, pending } = useApiMutation(recordCounts);
  const begun = Object.values(drafts);
  const ready = begun.filter((draft) => countProblem(draft) === null);
  const refused = refusalOf(me, 'warehouse');

  const record = async () => {
    const body = {
      counts: ready.map(({ id, sku: counted, lot, expected, counted: units, reason }) => ({
        ...{ count_id: id, sku: counted, lot, expected, counted: countedUnits(units), reason },
      })),
    };
    try {
      const { results } = await send({ params: { clientId: client }, body });
      const left: Record<string, CountDrafts[string]> = { ...counts.get(client) };
      for (const [index, draft] of ready.entries()) {
        const result = results[index];
        if (result?.result === 'refused') {
          left[countKey(draft)] = { ...draft, id: newCountId(), refusal: result.reason };
        } else delete left[countKey(draft)];
      }
      counts.set(client, left);
      const booked = results.filter(({ result }) => result === 'recorded').length;
      const failed = results.filter(({ result }) => result === 'refused').length;
      const equal = results.length - booked - failed;
      const text = [
        pluralize(booked, 'diferencia registrada', 'diferencias registradas'),
        ...(equal > 0 ? [pluralize(equal, 'lote sin diferencia', 'lotes sin diferencia')] : []),
      ].join(', ');
      if (failed > 0)
        alerts.warning(
          text,
          `${pluralize(failed, 'conteo rechazado', 'conteos rechazados')}: mirá el motivo en la tabla`,
        );
      else alerts.success(text);
    } catch (failure) {
      alerts.danger(asApiError(failure).firstMessage);
    }
    void invalidateApiQueries(clientStock, expiringStock);
  };
  const total = data?.pagination.total ?? 0;
  return (
    <div className="stack">
      <div className={styles.actions}>
        <Field label="SKU o código de barras" className={styles.count}>
          <TextInput
            ref={field}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => search(target.value)}
            // Selected, the text is replaced by the next scan.
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.select()}
          />
        </Field>
        {begun.length > 0 && (
          <span role="status">
            {pluralize(begun.length, 'lote contado', 'lotes contados')}, {pluralize(ready.length, 'listo', 'listos')}
          </span>
        )}
        <Button
          variant="primary"
          busy={pending}
          disabledReason={
            refused ??
            (ready.length === 0 &&
              (begun.length > 0 ? 'Ningún conteo está listo: mirá qué le falta a cada uno' : 'Escribí lo que contaste'))
          }
          onClick={() => void record()}
        >
          Registrar conteo
        </Button>
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data && total === 0 && (
        <EmptyState
          title={sku ? `El cliente no tiene stock de ${sku}` : 'El cliente no tiene stock'}
          text={sku ? whatToCheck(sku) : 'Los lotes aparecen acá con el primer ingreso.'}
        />
      )}
      {data && total > 0 && (
        <>
          <CountTable
            lots={data.results}
            clientId={Number(client)}
            refused={refused}
            drafts={drafts}
            onChange={(lot, changes) => {
              const key = countKey(lot);
              const before = counts.get(client)[key];
              const draft = {
                ...{ id: before?.id ?? newCountId(), sku: lot.sku, lot: lot.lot, counted: '', reason: '' },
                ...{ expected: lot.units, refusal: null, ...before, ...changes },
                // A new number is compared with what the system has now.
                ...(changes.counted !== undefined && { expected: lot.units, refusal: null }),
              };
              const { [key]: _dropped, ...others } = counts.get(client);
              counts.set(client, draft.counted === '' && draft.reason === '' ? others : { ...others, [key]: draft });
            }}
          />
          <Pager
            page={data.pagination.page}
            pageSize={limit}
            pageCount={data.pagination.pages}
            onPage={(next) => setPlace({ page: next, limit })}
            onPageSize={(size) => setPlace({ page: 1, limit: size })}
          />
        </>
      )}
    </div>
  );
}

const newCountId = () => `conteo-${crypto.randomUUID()}`;
