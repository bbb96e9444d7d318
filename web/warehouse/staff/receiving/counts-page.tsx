import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { pluralize } from '#shared/kit/text/format.ts';
import { hasWrongCheckDigit } from '#shared/orders/rules/code/barcode.ts';
import { clientStock, expiringStock, recordCounts } from '#shared/warehouse/staff-stock.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { useScanner } from '#web/console/kit/use-scanner.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { type ListDefinition, useListFilters } from '#web/kit/list/filters.ts';
import { LiveFilters, LiveSearch } from '#web/kit/list/live-filters.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { ClientSelect, NoClientChosen } from '#web/warehouse/staff/client-select.tsx';
import { useChosenClient } from '#web/warehouse/staff/use-chosen-client.ts';
import styles from '#web/warehouse/staff/warehouse.module.css';
import { WarehouseViews } from '#web/warehouse/staff/warehouse-views.tsx';
import { countColumns } from './count-columns.tsx';
import { type CountDrafts, countedUnits, countKey, countProblem, counts } from './count-drafts.ts';

/** `/consola/deposito/conteo`: a client's stock with its positions, and counts of it. */
export function CountsPage({ me }: { me: Me }) {
  const [client, choose] = useChosenClient();
  return (
    <>
      <PageHeader title="Stock y conteo" />
      <WarehouseViews />
      <LiveFilters>
        <ClientSelect value={client} onChange={choose} empty="Elegí un cliente" />
      </LiveFilters>
      {client === '' ? (
        <NoClientChosen title="¿De quién es el stock?" text="Elegí un cliente para ver sus lotes y contarlos." />
      ) : (
        <ClientCounts key={client} client={client} me={me} />
      )}
    </>
  );
}

const FILTERS: ListDefinition<'sku'> = { list: 'console-stock', pageSize: 50, filters: { sku: 'sku' } };

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
  const filters = useListFilters(FILTERS);
  const params = useMemo(() => ({ clientId: client }), [client]);
  const list = useListPage(clientStock, filters, null, params, { keys: false });
  const { sku } = filters.applied;
  const searchScanned = (code: string) => {
    // Rendered at once, so that the next scan replaces the selected text.
    flushSync(() => filters.set('sku', code));
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
        count_id: id,
        sku: counted,
        lot,
        expected,
        counted: countedUnits(units),
        reason,
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
  const columns = countColumns({
    clientId: Number(client),
    refused,
    drafts,
    onChange: (lot, changes) => {
      const key = countKey(lot);
      const before = counts.get(client)[key];
      const draft = {
        id: before?.id ?? newCountId(),
        sku: lot.sku,
        lot: lot.lot,
        counted: '',
        reason: '',
        expected: lot.units,
        refusal: null,
        ...before,
        ...changes,
        // A new number is compared with what the system has now.
        ...(changes.counted !== undefined && { expected: lot.units, refusal: null }),
      };
      const { [key]: _dropped, ...others } = counts.get(client);
      counts.set(client, draft.counted === '' && draft.reason === '' ? others : { ...others, [key]: draft });
    },
  });
  return (
    <div className="stack">
      <div className={styles.actions}>
        <LiveSearch
          filters={filters}
          name="sku"
          label="SKU o código de barras"
          className={styles.count}
          inputRef={field}
          // Selected, the text is replaced by the next scan.
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.select()}
        />
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
      <ConsoleList
        label="Stock"
        list={list}
        filters={filters}
        columns={columns}
        rowKey={countKey}
        none={{ title: 'El cliente no tiene stock', text: 'Los lotes aparecen acá con el primer ingreso.' }}
        unmatched={{ title: `El cliente no tiene stock de ${sku}`, text: whatToCheck(sku ?? '') }}
      />
    </div>
  );
}

const newCountId = () => `conteo-${crypto.randomUUID()}`;
